// One day's reconciliation: two equations, each difference by its rows, and the signature.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import type { bankingOffice } from '#contract/banking-office.ts';
import type { Difference } from '#contract/banking-reconciliation.ts';
import { day as dayOf, isDay } from '#contract/day.ts';
import { wordsOf } from '../../api.ts';
import { TextAreaField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, asked } from '../../office/api.ts';
import { accounts } from '#contract/ledger-words.ts';
import { Answered } from '../../office/Answered.tsx';
import { MoneyDesk } from '../../office/MoneyDesk.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert, EmptyState } from '../../ui/Alert.tsx';
import { DateText, Money } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/Card.tsx';
import { formatDayWithWeekday, formatMoney } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/Table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { differenceWords } from './batch-words.ts';
import { Standing } from './ReconciliationPage.tsx';

type Day = z.output<typeof bankingOffice.getDay.output>['data'];

const sourceText = { statement: '對帳單', sandbox: '銀行回報' } as const;
const strong = (amount: number, sign = false) => (
  <strong>
    <Money amount={amount} sign={sign} />
  </strong>
);

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
            name: `銀行日終餘額${of.source ? `（${sourceText[of.source]}）` : ''}`,
            value: of.closing === null ? '銀行未報' : <Money amount={of.closing} />,
          },
          { name: '帳上信託專戶', value: <Money amount={of.books} /> },
          ...(of.closing === null
            ? []
            : [
                { name: <strong>差額</strong>, value: strong(of.closing - of.books, true) },
                ...of.sums.map(({ kind, count, amount }) => ({
                  name: `${differenceWords[kind].text}（${count} 筆）`,
                  value: <Money amount={amount} sign />,
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
          { name: <strong>差額</strong>, value: strong(of.books - of.owed, true) },
        ]}
      />
    </Card>
  );
}

const columns: Column<Difference>[] = [
  { key: 'day', label: '日期', head: true, cell: (row) => <DateText at={row.day} /> },
  {
    key: 'kind',
    label: '類型',
    cell: (row) => (
      <span>
        <span className="font-bold">{differenceWords[row.kind].text}</span>
        <span className="block text-sm text-ink-3">{differenceWords[row.kind].about}</span>
      </span>
    ),
  },
  {
    key: 'reference',
    label: '銀行序號或交易編號',
    cell: (row) =>
      row.kind === 'own' ? (
        <Link className="link office-mono" to={paths.ledgerOf({ transfer: row.reference })}>
          {row.reference}
        </Link>
      ) : (
        <span className="office-mono">{row.reference || '—'}</span>
      ),
  },
  {
    key: 'amount',
    label: '銀行多於帳上',
    numeric: true,
    cell: (row) => <Money amount={row.amount} sign />,
  },
];

function AskBank({ day }: { day: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const { data } = await api.banking.askBank({ day: dayOf(day) });
      toast(`銀行回報 ${data.lines} 筆，餘額 ${formatMoney(data.closing)}`);
    } catch (error) {
      toast(wordsOf(error), { tone: 'info' });
    }
    await client.invalidateQueries({ queryKey: ['banking'] });
    setBusy(false);
  };
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

const noteShape = z.object({
  note: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500),
});

function Sign({ of }: { of: Day }) {
  const form = useZodForm(noteShape);
  const client = useQueryClient();
  const blocked =
    of.closing === null
      ? '銀行日終餘額還沒有到'
      : of.unexplained !== 0 || of.books !== of.owed
        ? '仍有無法說明的差額'
        : undefined;
  return (
    <Card as="section" className="max-w-3xl">
      <CardHead title="簽核" />
      <Form
        form={form}
        label="簽核"
        onSubmit={async ({ note }, { idempotencyKey }) => {
          await api.banking.signDay({ day: dayOf(of.day), note }, { idempotencyKey });
          await client.invalidateQueries({ queryKey: ['banking'] });
          toast('已簽核');
        }}
      >
        <TextAreaField name="note" label="說明" limit={500} hint="差額如何查明；沒有差額也請註明" />
        <SubmitButton disabledReason={blocked}>簽核這一天</SubmitButton>
      </Form>
    </Card>
  );
}

function Signed({ of }: { of: Day }) {
  const roles = useOperator().data?.data.roles ?? [];
  if (of.signedBy === null) return roles.includes('finance') ? <Sign of={of} /> : null;
  return (
    <Alert tone="ok" title={`${of.signedBy} 已簽核`}>
      {of.note}
      {of.signedAt && (
        <>
          （<DateText at={of.signedAt} />）
        </>
      )}
    </Alert>
  );
}

function TheDay({ day }: { day: string }) {
  const roles = useOperator().data?.data.roles ?? [];
  const query = useQuery(asked('banking', 'getDay', { day: dayOf(day) }));
  return (
    <Answered query={query} what="當日對帳">
      {({ data }) => (
        <>
          {data.askable && roles.includes('finance') && !data.signedBy && (
            <div>
              <AskBank day={day} />
            </div>
          )}
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <BankAgainstBooks of={data} />
            <BooksAgainstOwed of={data} />
          </div>
          {data.differences.length > 0 && (
            <Table
              caption="差額明細"
              columns={columns}
              rows={data.differences}
              rowKey={(row) => `${row.kind}${row.reference}${row.day}`}
            />
          )}
          <Signed of={data} />
        </>
      )}
    </Answered>
  );
}

export function ReconciledDayPage() {
  const { day = '' } = useParams();
  const known = isDay(day);
  return (
    <MoneyDesk
      title={known ? `${formatDayWithWeekday(day)}對帳` : '每日對帳'}
      back={{ to: paths.money('reconciliation'), text: '全部日期' }}
    >
      {known ? <TheDay key={day} day={day} /> : <EmptyState title="沒有這一天" />}
    </MoneyDesk>
  );
}
