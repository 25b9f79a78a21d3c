// The demonstration's people, who can be signed in by one click, and its calendar.
import { useQuery } from '@tanstack/react-query';
import { useLoaderData } from 'react-router';
import { type Answer } from '../api.ts';
import { signIn } from '../session.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { useAct } from '../use-act.ts';
import { Alert, EmptyState, ErrorState, Loading, SkeletonLines } from '../ui/display/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { CalendarCard } from './CalendarCard.tsx';
import { demonstrationOnly } from './demonstration-only.ts';
import { type DemoMember, enterAs } from './enter-as.ts';
import { TotpCode } from './TotpCode.tsx';
import '../site/members.css';

export const loader = demonstrationOnly;
export const meta = () => [
  { title: titleOf('示範帳號') },
  { name: 'robots', content: 'noindex, nofollow' },
];

type Accounts = Answer<SiteCalls['demonstration']['demoAccounts']>['data'];
function MemberRow({ member }: { member: DemoMember }) {
  const { busy, run: enter } = useAct(
    async () => {
      await signIn(await enterAs(member), () => api.verification.verification());
      const home = member.role === '借款人' ? paths.myLoan() : paths.myOngoing();
      window.location.assign(home);
    },
    { toasted: 'danger', leaves: true },
  );
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="neutral">{member.role}</Tag>
          <b>{member.about}</b>
        </p>
        <p className="break-all text-sm text-ink-3">{member.email}</p>
      </div>
      <Button size="sm" busy={busy} busyLabel="登入中……" onClick={() => void enter()}>
        以此身分登入
      </Button>
    </li>
  );
}

function Operators({ operators, officeUrl }: Pick<Accounts, 'operators'> & WithOffice) {
  return (
    <Card as="section">
      <CardHead title="後台人員" />
      <p className="mb-2">
        後台網址{' '}
        {officeUrl && (
          <a className="link num" href={officeUrl}>
            {officeUrl}
          </a>
        )}
        ，密碼皆為 <span className="num">{operators[0]?.password}</span>，另需一次性驗證碼：
      </p>
      <ul>
        {operators.map((operator) => (
          <li
            key={operator.email}
            className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="break-all font-bold">{operator.email}</p>
              <p className="text-sm text-ink-3">{operator.roles.join('、')}</p>
            </div>
            <TotpCode secret={operator.totpSecret} />
            <CopyButton text={operator.email} what="帳號" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type WithOffice = { officeUrl: string | null };

export default function FakerPage() {
  const { officeUrl } = useLoaderData<WithOffice>();
  const accounts = useQuery(queryOf('demonstration', 'demoAccounts', {}));
  const found = accounts.data?.data;
  return (
    <div className="container page grid gap-6">
      <h1 className="max-md:pt-4">示範帳號與日期</h1>
      <Alert title="這裡只在示範環境出現">
        這裡的人、款項與銀行都是示範用的。信件、簡訊與付款請到
        <Go to={paths.fakerApi()}>示範信箱與銀行櫃台</Go>。
      </Alert>
      <CalendarCard />
      <Card as="section">
        <CardHead title="會員" />
        {accounts.isPending && (
          <Loading>
            <SkeletonLines lines={8} />
          </Loading>
        )}
        {accounts.isLoadingError && (
          <ErrorState title="暫時無法載入" onRetry={() => void accounts.refetch()} />
        )}
        {found?.members.length === 0 && (
          <EmptyState title="示範資料還在準備中">完成後重新整理即可看到帳號。</EmptyState>
        )}
        <ul>
          {found?.members.map((member) => (
            <MemberRow key={member.email} member={member} />
          ))}
        </ul>
      </Card>
      {found && found.operators.length > 0 && (
        <Operators operators={found.operators} officeUrl={officeUrl} />
      )}
    </div>
  );
}
