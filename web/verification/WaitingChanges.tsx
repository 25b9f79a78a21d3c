// Changes of account or document that are not over: under review, sent back, or soon in force.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../api.ts';
import { asked } from '../site/api.ts';
import type { SiteCalls } from '../site/calls.ts';
import { GoButton } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { Alert } from '../ui/Alert.tsx';
import { now } from '../ui/clock.ts';
import { formatInstant } from '../ui/format.ts';

type Change = Answer<SiteCalls['verification']['accountChanges']>['data'][number];

const names = { bank: '銀行帳戶變更', id: '身分證件更新' } as const;
const pages = { bank: paths.alterBank(), id: paths.alterId() } as const;

const isOver = ({ status, inForceFrom }: Change) =>
  status === 'withdrawn' ||
  (status === 'approved' && (!inForceFrom || Date.parse(inForceFrom) <= now()));

function ChangeNotice({ change, lead }: { change: Change; lead: boolean }) {
  const { kind, status, text, items, inForceFrom } = change;
  if (status === 'supplement') {
    return (
      <Alert tone="warn" title={`${names[kind]}需要修正後重新送出`}>
        <p>{items.map(({ reason }) => reason).join('；')}</p>
        {lead && (
          <div className="mt-3">
            <GoButton to={pages[kind]} look="primary">
              重新送出
            </GoButton>
          </div>
        )}
      </Alert>
    );
  }
  const state =
    status === 'approved' && inForceFrom
      ? `已核准，${formatInstant(inForceFrom)} 起生效`
      : '審核中，約 1 個工作天';
  return (
    <Alert title={`${names[kind]}${state}`}>
      {text}
      {kind === 'bank' ? '。在那之前撥款與收款仍使用原帳戶。' : '。核准前仍使用原資料。'}
    </Alert>
  );
}

/** `kind`: only these. `lead`: with a button to where it is asked for again. */
export function WaitingChanges({ kind, lead = true }: { kind?: Change['kind']; lead?: boolean }) {
  const { data } = useQuery(asked('verification', 'accountChanges', {}));
  const open = (data?.data ?? []).filter(
    (change) => !isOver(change) && (kind === undefined || change.kind === kind),
  );
  // Of each kind the newest says how it stands.
  const newest = open.filter((one, i) => open.findIndex(({ kind: k }) => k === one.kind) === i);
  return newest.map((change) => <ChangeNotice key={change.id} change={change} lead={lead} />);
}
