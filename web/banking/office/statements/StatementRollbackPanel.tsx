// Panel in which the second person decides whether a statement file is rolled back.
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';

export function StatementRollbackPanel({ task }: PanelProps<'statement_rollback'>) {
  const { statementId = '', reason = '', receipts = 0, amount = 0 } = task.detail;
  return (
    <div className="office-case">
      <Card as="section">
        <CardHead title="核可後會做的事">
          <Link className="link" to={paths.money('statements', statementId)}>
            前往這份對帳單
          </Link>
        </CardHead>
        <Facts
          facts={[
            { name: '沖回的入帳', value: `${formatNumber(receipts)} 筆` },
            { name: '金額', value: <Money amount={amount} /> },
            { name: '原因', value: reason },
            { name: '經辦', value: task.maker ?? '—' },
          ]}
        />
      </Card>
      <DecisionForm
        task={task}
        summary={{
          facts: [
            { name: '沖回', value: `${formatNumber(receipts)} 筆` },
            { name: '總額', value: <Money amount={amount} /> },
          ],
        }}
        reasonHint="給提出的同仁看"
        confirm={{
          approve:
            receipts === 0
              ? '我已核對原因，移除這份檔案的銀行明細與餘額'
              : `我已核對原因，將 ${formatNumber(receipts)} 筆、共 ${formatMoney(amount)} 沖回`,
        }}
      />
    </div>
  );
}
