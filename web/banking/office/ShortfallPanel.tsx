// Panel for client money that lacks: one person states the company's transfer, another confirms it.
import { z } from 'zod';
import { TextField } from '../../form/fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { Link } from '../../office/links/Link.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';

const sentShape: z.ZodRawShape = {
  reference: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(40),
};

const sentFields = (
  <TextField
    name="reference"
    label="銀行交易序號"
    hint="公司帳戶匯入信託專戶的那一筆"
    maxLength={40}
    autoComplete="off"
  />
);

export function ShortfallPanel({ task }: PanelProps<'trust_shortfall'>) {
  const { lacking = 0, since, cause, reference, amount, confirmed, returned } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="覆核人員退回">
            {returned}
          </Alert>
        )}
        {lacking > 0 && (
          <Alert tone="danger" title="付款與簽核暫停">
            專戶的款項少於客戶的款項。退款、撥付、撥款與簽核等款項補足後自動恢復；入帳、比對與對帳照常。
          </Alert>
        )}
        <Card as="section">
          <CardHead title="專戶短少">
            {cause && (
              <Link className="link" to={paths.ledgerOf({ transfer: cause })}>
                造成短少的分錄
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              { name: '目前短少', value: <Money amount={lacking} /> },
              ...(since ? [{ name: '起始日', value: <DateText at={since} /> }] : []),
              ...(reference ? [{ name: '銀行交易序號', value: reference }] : []),
              ...(amount === undefined
                ? []
                : [{ name: '公司匯款應補', value: <Money amount={amount} /> }]),
              ...(task.maker ? [{ name: '填寫', value: task.maker }] : []),
            ]}
          />
        </Card>
        {confirmed && (
          <Alert title="這次短少已經確認過一次公司匯款">
            款項還沒有到，不能再次確認；入帳並記為公司撥補後，這項工作自動結束。
          </Alert>
        )}
      </div>
      <DecisionForm
        task={task}
        summary={{ facts: [{ name: '目前短少', value: formatMoney(lacking) }] }}
        needs={{ sent: { shape: sentShape, fields: sentFields } }}
        withoutReason={['sent']}
        reasonHint="給填寫的同仁看"
        confirm={{ approve: '我已向銀行查證，這筆匯款已經送出' }}
      />
    </div>
  );
}
