// Page of a day's reconciliation: two equations, each difference with its reasons, and the
// signatures.
import { subtract } from '#contract/core/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useParams } from 'react-router';
import { day as dayOf, isDay } from '#contract/core/day.ts';
import { Link } from '../../office/links/Link.tsx';
import { api, queryOf } from '../../office/api.ts';
import { accounts } from '#contract/ledger/chart.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { isToCome } from '../../office/kit/listing.ts';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { useAct } from '../../use-act.ts';
import { Alert, EmptyState } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatDayWithWeekday, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { DayDifferences } from './DayDifferences.tsx';
import { DayLate } from './DayLate.tsx';
import { type Day, DaySignatures } from './DaySignatures.tsx';
import { Standing } from './ReconciliationPage.tsx';
import { balanceSourceText, differenceWords } from '#contract/banking/words.ts';

const strong = (amount: number, sign = false) => (
  <strong>
    <Money amount={amount} sign={sign} />
  </strong>
);

const sumText = ({ kind, count, unowned, unreasoned }: Day['sums'][number]) =>
  `${differenceWords[kind].text}（${[
    `${count} 筆`,
    ...(unowned > 0 ? [`${unowned} 筆無人承辦`] : []),
    ...(unreasoned > 0 ? [`${unreasoned} 筆待寫原因`] : []),
  ].join('，')}）`;

function BankAgainstBooks({ of }: { of: Day }) {
  return (
    <Card as="section">
      <CardHead title="銀行與帳上">
        <Standing of={of} />
      </CardHead>
      <Facts
        align="end"
        facts={[
          {
            name: `銀行日終餘額${of.source ? `（${balanceSourceText[of.source]}）` : ''}`,
            value: of.closing === null ? '銀行未報' : <Money amount={of.closing} />,
          },
          { name: '帳上信託專戶', value: <Money amount={of.books} /> },
          ...(of.closing === null
            ? []
            : [
                { name: <strong>差額</strong>, value: strong(of.closing - of.books, true) },
                ...of.sums.map((sum) => ({
                  name: sumText(sum),
                  value: <Money amount={sum.amount} sign />,
                })),
                { name: <strong>無法說明</strong>, value: strong(of.unexplained, true) },
              ]),
        ]}
      />
      {of.underWay.count > 0 && (
        <p className="mt-4 text-sm text-ink-3">
          另有 {of.underWay.count} 筆、{formatMoney(of.underWay.amount)}{' '}
          已送銀行尚未回報，不影響餘額。
        </p>
      )}
    </Card>
  );
}

function BooksAgainstOwed({ of }: { of: Day }) {
  return (
    <Card as="section">
      <CardHead title="帳上與應付" />
      <Facts
        align="end"
        facts={[
          ...of.parts.map(({ kind, balance }) => ({
            name: (
              <Link className="link" to={paths.ledgerOf({ kind })}>
                {accounts[kind].text}
              </Link>
            ),
            value: <Money amount={balance} />,
          })),
          { name: <strong>應付合計</strong>, value: strong(of.owed) },
          { name: '帳上信託專戶', value: <Money amount={of.books} /> },
          { name: <strong>差額</strong>, value: strong(subtract(of.books, of.owed), true) },
        ]}
      />
    </Card>
  );
}

/** Says that client money lacked at the end of the day, and what was signed about it. */
function Short({ of }: { of: Day }) {
  return (
    <Alert tone="danger" title={`日終客戶款項短少 ${formatMoney(of.short)}`}>
      公司應補足的金額不能與客戶的款項相抵。
      {of.breach
        ? `簽核的原因：${of.breach.cause}；已通知：${of.breach.told}。`
        : '補足之後簽核時，要寫明原因與已通知的對象。'}
    </Alert>
  );
}

function AskBank({ day }: { day: string }) {
  const client = useQueryClient();
  const { busy, run: ask } = useAct(
    async () => {
      const { data } = await api.banking.askBank({ day: dayOf(day) });
      toast(`銀行回報 ${data.lines} 筆，餘額 ${formatMoney(data.closing)}`);
    },
    { toasted: 'info', afterwards: () => client.invalidateQueries({ queryKey: ['banking'] }) },
  );
  return (
    <Button
      busy={busy}
      busyLabel="查詢中……"
      icon={<RefreshCw size={18} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      向銀行查詢當日明細
    </Button>
  );
}

function TheDay({ day }: { day: string }) {
  const roles = useOperator().data?.data.roles ?? [];
  const query = useQuery(queryOf('banking', 'getDay', { day: dayOf(day) }));
  return (
    <Answered query={query} what="當日對帳">
      {({ data }) => (
        <>
          {data.askable && roles.includes('finance') && !data.closed && (
            <div>
              <AskBank day={day} />
            </div>
          )}
          {data.short > 0 && <Short of={data} />}
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <BankAgainstBooks of={data} />
            <BooksAgainstOwed of={data} />
          </div>
          <DayDifferences rows={data.differences} />
          <DayLate rows={data.late} />
          <DaySignatures of={data} />
        </>
      )}
    </Answered>
  );
}

export function ReconciledDayPage() {
  const { day = '' } = useParams();
  const known = isDay(day);
  const hasCome = known && !isToCome(day);
  return (
    <MoneyDesk
      title={known ? `${formatDayWithWeekday(day)}對帳` : '每日對帳'}
      back={{ to: paths.money('reconciliation'), text: '全部日期' }}
    >
      {hasCome ? (
        <TheDay key={day} day={day} />
      ) : (
        <EmptyState title={known ? '這一天還沒到' : '沒有這一天'}>
          {known && '當天開始後，銀行與帳上的餘額就列在這裡。'}
        </EmptyState>
      )}
    </MoneyDesk>
  );
}
