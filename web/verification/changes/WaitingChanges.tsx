// Pending changes of account or document: under review, returned, or soon in force.
import { accountChangeText } from '#contract/verification/words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsOf, type Answer } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { now } from '../../ui/clock.ts';
import { formatInstant } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';

type Change = Answer<SiteCalls['verification']['accountChanges']>['data'][number];

const pages = {
  bank: paths.alterBank(),
  id: paths.alterId(),
  phone: paths.profile(),
} as const;

const isOver = ({ status, inForceFrom }: Change) =>
  status === 'withdrawn' ||
  (status === 'approved' && (!inForceFrom || Date.parse(inForceFrom) <= now()));

/** Any signed-in session of the member can cancel a phone change that somebody else requested. */
function CancelPhone() {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => deferredApi.verification.cancelPhoneChange(),
    onSuccess: () => {
      toast('已取消更換手機');
      return client.invalidateQueries({ queryKey: ['verification', 'accountChanges'] });
    },
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
  });
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p>不是您本人申請的話，請立即取消，並變更密碼。</p>
      <Button busy={cancel.isPending} busyLabel="取消中……" onClick={() => cancel.mutate()}>
        取消更換手機
      </Button>
    </div>
  );
}

const stillOld = {
  bank: '。在那之前撥款與收款仍使用原帳戶。',
  id: '。核准前仍使用原資料。',
  phone: '。在那之前仍使用原本的手機。',
} as const;

function ChangeNotice({ change, lead }: { change: Change; lead: boolean }) {
  const { kind, status, text, items, inForceFrom } = change;
  if (status === 'supplement') {
    return (
      <Alert tone="warn" title={`${accountChangeText[kind].noun}需要修正後重新送出`}>
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
      : '審核中，約 1 個營業日';
  return (
    <Alert title={`${accountChangeText[kind].noun}${state}`}>
      {text}
      {stillOld[kind]}
      {kind === 'phone' && <CancelPhone />}
    </Alert>
  );
}

/**
 * `kind` shows only changes of these kinds. `lead` adds a button to the page where the change is
 * requested again.
 */
export function WaitingChanges({ kind, lead = true }: { kind?: Change['kind']; lead?: boolean }) {
  const { data } = useQuery(queryOf('verification', 'accountChanges', {}));
  const open = (data?.data ?? []).filter(
    (change) => !isOver(change) && (kind === undefined || change.kind === kind),
  );
  // Shows only the newest change of each kind.
  const newest = open.filter((one, i) => open.findIndex(({ kind: k }) => k === one.kind) === i);
  return newest.map((change) => <ChangeNotice key={change.id} change={change} lead={lead} />);
}
