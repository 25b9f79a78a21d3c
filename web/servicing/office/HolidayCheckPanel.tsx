// Agreement of the second person to days off: the days, and what becomes payable later by them.
import { Alert } from '../../ui/display/Alert.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatDayWithWeekday } from '../../ui/format.ts';

export function HolidayCheckPanel({ task }: PanelProps<'holiday_check'>) {
  const { act, days = [], state, confirmBy, instalments = 0, loans = 0, sample = [] } = task.detail;
  const removes = act === 'remove';
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {state === 'provisional' && confirmBy && (
          <Alert tone="warn" title="這一天已先行放假">
            <DateText at={confirmBy} /> 以前沒有另一位同仁通過，就會自動復原；通過後才通知借款人。
          </Alert>
        )}
        <Card as="section">
          <CardHead title={removes ? '復原的日子' : '新增的日子'} />
          <Facts
            facts={days.map(({ day, name, business }) => ({
              name: formatDayWithWeekday(day),
              value: `${name}，${business ? '補班（營業）' : '放假（不營業）'}`,
            }))}
          />
        </Card>
        {!removes && (
          <Card as="section">
            <CardHead title="影響" />
            <p>
              {instalments === 0
                ? '沒有還款期限因此順延。'
                : `${loans} 件案件的 ${instalments} 期還款期限順延；已逾期列管的案件不變。`}
            </p>
            {sample.length > 0 && (
              <Table
                caption="前幾期的最遲還款日"
                columns={[
                  { key: 'caseNo', label: '案號', head: true, cell: (row) => row.caseNo },
                  { key: 'no', label: '期數', numeric: true, cell: (row) => row.no },
                  {
                    key: 'before',
                    label: '變更前',
                    cell: (row) => <DateText at={row.before} weekday />,
                  },
                  {
                    key: 'after',
                    label: '變更後',
                    cell: (row) => <DateText at={row.after} weekday />,
                  },
                ]}
                rows={sample}
                rowKey={(row) => `${row.caseNo}-${row.no}`}
              />
            )}
          </Card>
        )}
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
