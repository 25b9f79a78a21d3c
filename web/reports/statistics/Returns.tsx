// Return of all investors together after fees and losses: its two figures, and the months behind
// them.
import { percentOfBps } from '#contract/core/money.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Accordion, Card, Facts } from '../../ui/display/Card.tsx';
import { type Column, Table, moneyColumn } from '../../ui/display/Table.tsx';
import { DefinitionLink, SectionHead } from './Dictionary.tsx';
import { monthText } from './Growth.tsx';

type Month = Statistics['returns']['months'][number];

const rate = (bps: number | null) => (bps === null ? '—' : <Percent value={percentOfBps(bps)} />);

export function Returns({ of: { returns } }: { of: Statistics }) {
  const { months, total } = returns;
  const amount = (key: 'income' | 'fees' | 'losses' | 'recoveries', label: string) =>
    ({
      key,
      label,
      numeric: true,
      cell: (row) => <Money amount={row[key]} />,
      foot: <Money amount={total[key]} />,
    }) satisfies Column<Month>;
  return (
    <Card as="section" aria-labelledby="returns" className="grid gap-4 *:min-w-0">
      <SectionHead id="returns" title="扣除損失後的報酬" definition="return" />
      <Facts
        look="strip"
        facts={[
          {
            name: '年化報酬率（已扣服務費與損失）',
            value: rate(returns.netBps),
            note: '最近 12 個完整月份',
          },
          {
            name: '再扣預期損失',
            value: rate(returns.expectedBps),
            note: (
              <span className="flex flex-wrap items-baseline gap-x-3">
                預期損失 <Money amount={returns.expectedLoss} /> <DefinitionLink id="expected" />
              </span>
            ),
          },
        ]}
      />
      {months.length > 0 && (
        <Accordion title="以表格查看各月">
          <Table
            caption="各月的收益與損失"
            hideCaption
            cards={false}
            rows={months.toReversed()}
            rowKey={({ month }) => month}
            columns={[
              {
                key: 'month',
                label: '月份',
                head: true,
                whole: true,
                cell: (row) => monthText(row.month),
                foot: '合計',
              },
              moneyColumn('opening', '月初餘額'),
              amount('income', '利息等收益'),
              amount('fees', '服務費'),
              amount('losses', '轉銷損失'),
              amount('recoveries', '轉銷後收回'),
            ]}
          />
        </Accordion>
      )}
    </Card>
  );
}
