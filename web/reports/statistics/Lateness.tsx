// Late borrowers by groups that may be published, and lateness month by month.
import { yearReturn } from '#contract/content/year-return.ts';
import type { BookGroup, Lateness } from '#contract/reports/book/statistics.ts';
import { Tenths } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { ShareBars } from '../../ui/display/ShareBars.tsx';
import { Table, moneyColumn } from '../../ui/display/Table.tsx';
import { formatNumber, formatShare } from '../../ui/format.ts';

/** Stands where a number would tell of fewer than five borrowers. */
export const TOO_FEW = '少於 5 位，不公布';

/** Names a group by what its loans have in common: 等級 A1・2026 Q1・12 期. */
function nameOf({ grade, quarter, installments }: BookGroup, isOnly: boolean): string {
  if (grade === null) return isOnly ? '全部借款人' : '其他借款人';
  return [
    `等級 ${grade}`,
    quarter === null ? null : `${quarter.replace('-', ' ')} 撥款`,
    installments === null ? null : `${installments} 期`,
  ]
    .filter((part) => part !== null)
    .join('・');
}

export function Groups({ of }: { of: Lateness | null }) {
  return (
    <Card as="section" aria-labelledby="groups" className="grid gap-3 *:min-w-0">
      <h2 id="groups" className="text-h3">
        逾期 30 天以上的借款人
      </h2>
      {of === null ? (
        <p className="text-ink-3">
          逾期或未逾期的借款人{TOO_FEW}。人數足夠後，這裡會依等級、撥款季與期數列出。
        </p>
      ) : (
        <ShareBars
          caption="依等級、撥款季與期數，含已轉銷的；人數不足的併入其他借款人"
          rows={of.groups.map((group) => ({
            name: nameOf(group, of.groups.length === 1),
            share: group.late / group.borrowers,
            look: 'fill-danger',
            value: (
              <>
                <span className="num">{formatNumber(group.late)}</span> 位
                <span className="text-sm text-ink-3">
                  （{formatNumber(group.borrowers)} 位的 {formatShare(group.late / group.borrowers)}
                  ）
                </span>
              </>
            ),
          }))}
        />
      )}
    </Card>
  );
}

type Month = Pick<Lateness, 'asOf' | 'late' | 'principal' | 'percent' | 'returnPercent'>;

export function Months({ months }: { months: readonly Month[] }) {
  if (months.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="months" className="grid gap-3 *:min-w-0">
      <h2 id="months" className="text-h3">
        各月月底
      </h2>
      <Table
        caption="各月月底的逾期與報酬"
        hideCaption
        rows={months}
        rowKey={({ asOf }) => asOf}
        columns={[
          {
            key: 'month',
            label: '月份',
            head: true,
            whole: true,
            cell: ({ asOf }) => asOf.slice(0, 7).replace('-', '/'),
          },
          {
            key: 'late',
            label: '逾期 30 天以上',
            numeric: true,
            cell: ({ late }) => `${formatNumber(late)} 位`,
          },
          moneyColumn('principal', '逾期本金'),
          {
            key: 'percent',
            label: '占在貸餘額',
            numeric: true,
            cell: ({ percent }) => <Tenths value={percent} />,
          },
          {
            key: 'return',
            label: yearReturn.short,
            numeric: true,
            cell: ({ returnPercent }) =>
              returnPercent === null ? '—' : <Tenths value={returnPercent} />,
          },
        ]}
      />
    </Card>
  );
}
