// Cards of the front page besides the queues: money, overdue loans, problems.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExceptionKind } from '#contract/tasks/health.ts';
import { exceptionText } from '#contract/tasks/health-words.ts';
import { cashText } from '#contract/reports/words.ts';
import { cashLines } from '#contract/reports/money.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag, type Fact } from '../../ui/display/Card.tsx';
import { queryOf } from '../../office/api.ts';
import { Waited } from '../../office/kit/Due.tsx';
import { bankProblemsOf, problemsOf, useHealth } from './health.ts';
import * as paths from '../../office/paths.ts';
import { lateBucketText } from '#contract/servicing/words.ts';

type OverviewInput = {
  isPending: boolean;
  isLoadingError: boolean;
  error: unknown;
  refetch: () => unknown;
};

/**
 * A card with a link to its page. It handles loading and failure itself, so that other cards are
 * not affected.
 */
function Glance({
  title,
  to,
  query,
  children,
}: {
  title: string;
  to: { path: string; text: string };
  query: OverviewInput;
  children: () => ReactNode;
}) {
  return (
    <Card as="section">
      <CardHead title={title}>
        <Link className="link" to={to.path}>
          {to.text}
        </Link>
      </CardHead>
      {query.isPending ? (
        <Loading label={`${title}載入中`}>
          <Skeleton shape="block" className="h-16" />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        children()
      )}
    </Card>
  );
}

/** Movements of the trust account today; rare kinds are shown only if there were any. */
export function MoneyToday() {
  const query = useQuery({ ...queryOf('reports', 'cashToday', {}), refetchInterval: 60_000 });
  const still = { transfers: 0, amount: 0 };
  const always: readonly string[] = ['receipts', 'disbursements', 'payouts', 'refunds'];
  const facts = (): Fact[] =>
    cashLines.flatMap((line) => {
      const { transfers, amount } = query.data?.data.lines[line] ?? still;
      if (transfers === 0 && !always.includes(line)) return [];
      const value = <Money amount={amount} />;
      return [{ name: cashText[line], value, note: `${transfers} 筆` }];
    });
  return (
    <Glance
      title="今日金流"
      to={{ path: paths.report('cash-flow'), text: '查看金流' }}
      query={query}
    >
      {() => <Facts look="strip" facts={facts()} />}
    </Glance>
  );
}

/** Number of overdue loans by range of overdue days, and the amount due. */
export function LateToday() {
  const query = useQuery(queryOf('servicing', 'listLate', { item_per_page: 1 }));
  const facts = (): Fact[] =>
    (query.data?.buckets ?? []).map(({ bucket, loans, arrears }) => ({
      name: lateBucketText[bucket],
      value: (
        <Link className="link" to={paths.collections({ bucket })}>
          {loans} 件
        </Link>
      ),
      note: <Money amount={arrears} />,
    }));
  return (
    <Glance title="逾期案件" to={{ path: paths.collections(), text: '查看逾期' }} query={query}>
      {() => <Facts look="strip" facts={facts()} />}
    </Glance>
  );
}

const exceptionPath = (what: ExceptionKind) => {
  if (what === 'overdue') return paths.inbox();
  return paths.inbox({ kind: what === 'difference' ? 'bank_difference' : 'attention' });
};

/** What went wrong and is a task, with its age and whether somebody works on it. */
export function Exceptions() {
  const exceptions = useHealth().data?.data.exceptions ?? [];
  if (exceptions.length === 0) return null;
  const total = exceptions.reduce((all, { open }) => all + open, 0);
  return (
    <Alert tone="danger" title={`${total} 件異常需要處理`}>
      <ul className="list-disc ps-5">
        {exceptions.map(({ what, open, unowned, oldestAt }) => (
          <li key={what}>
            <Link className="link" to={exceptionPath(what)}>
              {exceptionText[what]} {open} 件
            </Link>
            ，最久 <Waited since={oldestAt} />
            {unowned > 0 && `，${unowned} 件無人承辦`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/**
 * First card of the front page, shown only if a person must do something about the trust account.
 */
export function BankTroubles() {
  const query = useHealth();
  const bank = query.data?.data.bank;
  const problems = bank ? bankProblemsOf({ bank }) : [];
  if (!bank || problems.length === 0) return null;
  const day = bank.unsignedSince ?? bank.day;
  return (
    <Alert tone="danger" title="信託專戶對帳需要處理">
      <ul className="list-disc ps-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {day && (
          <Link className="link" to={paths.money('reconciliation', day)}>
            前往每日對帳
          </Link>
        )}
        {bank.differences > 0 && (
          <Link className="link" to={paths.inbox({ kind: 'bank_difference' })}>
            查看 {bank.differences} 件對帳差異
          </Link>
        )}
      </p>
    </Alert>
  );
}

/** Failed jobs and messages, and queues that are stuck. */
export function Troubles() {
  const query = useHealth();
  const problems = query.data ? problemsOf(query.data.data) : [];
  return (
    <Glance title="系統" to={{ path: paths.health(), text: '查看排程與訊息' }} query={query}>
      {() =>
        problems.length === 0 ? (
          <p>
            <Tag tone="done">排程、郵件與簡訊都正常</Tag>
          </p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {problems.map((problem) => (
              <li key={problem}>
                <Tag tone="problem">{problem}</Tag>
              </li>
            ))}
          </ul>
        )
      }
    </Glance>
  );
}
