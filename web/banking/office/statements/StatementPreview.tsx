// Preview of what a statement file would book, for its approver and on the file's page until it is
// approved.
import { columnsOf } from '../../../office/kit/columns.tsx';
import { statementLineList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StatementLineView, StatementPreview } from '#contract/banking/statements.ts';
import { subjectWord } from '#contract/core/subject-words.ts';
import { queryOf } from '../../../office/api.ts';
import { List } from '../../../office/kit/ListPage.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';

const count = (name: string, value: number) => ({ name, value: `${formatNumber(value)} 行` });
const balance = (name: string, value: number | null) => ({
  name,
  value: value === null ? '檔案未提供' : <Money amount={value} />,
});

/** Warnings about the file, and lines that it will not book. */
function Warnings({ of }: { of: StatementPreview }) {
  const { before, books, closing, opening, problems } = of;
  const moved = of.creditSum - of.debitSum;
  const gap = opening === null || closing === null ? 0 : closing - opening - moved;
  return (
    <>
      {!books && (
        <Alert title="這個檔案只供對帳">
          這家銀行以即時回報入帳，檔案的行不會入帳，也不會結清銀行日。
        </Alert>
      )}
      {problems > 0 && (
        <Alert tone="danger" title={`${formatNumber(problems)} 行有錯，核定後不會入帳`}>
          錯誤的行會成為一件待辦，這個檔案也不會結清它涵蓋的銀行日。撤回或退回後可以修正再匯入。
        </Alert>
      )}
      {opening === null && (
        <Alert tone="warn" title="檔案沒有餘額">
          無法由期初餘額核對到期末餘額，請向銀行確認這個檔案。
        </Alert>
      )}
      {gap !== 0 && (
        <Alert tone="danger" title="期末餘額與各行合計不符">
          差額 {formatMoney(gap)}，請對照錯誤的行。
        </Alert>
      )}
      {before !== null && opening !== null && before.closing !== opening && (
        <Alert tone="warn" title="期初餘額與先前的期末餘額不同">
          <DateText at={before.day} /> 的期末餘額是 {formatMoney(before.closing)}
          ，相差 {formatMoney(opening - before.closing)}；其間可能還有未匯入的行。
        </Alert>
      )}
    </>
  );
}

/** Shows the lines, sums, balances and hash of the file as they were when it was checked. */
export function PreviewCard({
  of,
  sha256,
  proposedBy,
}: {
  of: StatementPreview;
  sha256: string;
  proposedBy: string | null;
}) {
  const { first, last, through } = of;
  return (
    <Card as="section">
      <CardHead title="核定後會做的事" />
      <div className="grid gap-5">
        <Warnings of={of} />
        <Facts
          look="strip"
          facts={[
            balance('期初餘額', of.opening),
            { name: `存入 ${formatNumber(of.credits)} 行`, value: <Money amount={of.creditSum} /> },
            { name: `支出 ${formatNumber(of.debits)} 行`, value: <Money amount={of.debitSum} /> },
            balance('期末餘額', of.closing),
          ]}
        />
        <Facts
          look="strip"
          facts={[
            count('行數', of.lines),
            count('入帳給會員', of.receipts),
            count('待比對', of.stray),
            count('沖正', of.reversals),
            count('匯款結果', of.payments),
            count('已入帳過', of.known),
            count('不需入帳', of.ignored),
            count('錯誤', of.problems),
          ]}
        />
        <Facts
          facts={[
            {
              name: '涵蓋日期',
              value:
                first === null || last === null ? (
                  '沒有可讀的行'
                ) : (
                  <>
                    <DateText at={first} weekday /> 至 <DateText at={last} weekday />
                  </>
                ),
            },
            ...(through === null
              ? []
              : [{ name: '經辦填寫的涵蓋截止日', value: <DateText at={through} weekday /> }]),
            { name: '經辦', value: proposedBy ?? '—' },
            { name: 'SHA-256', value: <span className="office-mono">{sha256}</span> },
          ]}
        />
      </div>
    </Card>
  );
}

/** Number of lines per page; more lines are easier to read in the exported table. */
const PER_PAGE = 20;

const subjectOf = ({ subjectType, subjectId }: StatementLineView) =>
  subjectType === null ? '—' : `${subjectWord(subjectType) ?? ''} ${subjectId ?? ''}`;

const columns = columnsOf(statementLineList, {
  line: { head: true, numeric: false },
  day: {},
  amount: {},
  account: { cell: ({ reference, virtualAccount }) => virtualAccount ?? reference ?? '—' },
  result: { cell: ({ result, why }) => why ?? result },
  subjectType: { cell: subjectOf },
});

/** The lines of the file with the effect of each. */
export function StatementLines({ id, lines }: { id: string; lines: number }) {
  const url = useListUrl(PER_PAGE, 'lines');
  const query = useQuery({
    ...queryOf('banking', 'statementLines', { id, ...url.asks }),
    select: ({ data }) => ({ data, total: lines }),
    placeholderData: keepPreviousData,
  });
  return (
    <List
      query={query}
      what="對帳單的行"
      caption={() => `對帳單的行，共 ${formatNumber(lines)} 行`}
      columns={columns}
      rowKey={({ line }) => line}
      pages={url}
    />
  );
}
