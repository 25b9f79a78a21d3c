// Panel in which the second person checks that a statement is the bank's and approves it.
import type { StatementPreview } from '#contract/banking/statements.ts';
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { PreviewCard, StatementLines } from './StatementPreview.tsx';

const confirmText = ({ lines, creditSum, debitSum }: StatementPreview) =>
  `我已向銀行核對這個檔案：${formatNumber(lines)} 行，存入 ${formatMoney(creditSum)}，` +
  `支出 ${formatMoney(debitSum)}`;

export function StatementCheckPanel({ task }: PanelProps<'statement_check'>) {
  const { statementId = '', sha256 = '', preview } = task.detail;
  if (!preview) return null;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <PreviewCard of={preview} sha256={sha256} proposedBy={task.maker} />
        <StatementLines id={statementId} lines={preview.lines} />
        <p>
          <Link className="link" to={paths.money('statements', statementId)}>
            前往這份對帳單
          </Link>
        </p>
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: [
            { name: '明細', value: `${formatNumber(preview.lines)} 行` },
            { name: '存入', value: formatMoney(preview.creditSum) },
            { name: '支出', value: formatMoney(preview.debitSum) },
          ],
        }}
        reasonHint="給匯入的同仁看"
        confirm={{ approve: confirmText(preview) }}
      />
    </div>
  );
}
