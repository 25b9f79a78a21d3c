// Panel for the account of a third party: one person enters it from the bank's paper, and another
// compares it and confirms.
import { z } from 'zod';
import type { TaskDetail } from '#contract/tasks/details.ts';
import { TextField } from '../../form/fields.tsx';
import { DigitsField } from '../../form/number-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';

const enterShape: z.ZodRawShape = {
  bankCode: z.string({ error: REQUIRED }).regex(/^\d{3}$/, '請輸入 3 位數的銀行代碼'),
  account: z.string({ error: REQUIRED }).regex(/^\d{6,16}$/, '請輸入完整的帳號，6 至 16 位數字'),
  holder: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(60),
  reason: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500),
};

function EnterFields() {
  return (
    <>
      <DigitsField name="bankCode" label="付款銀行代碼" maxDigits={3} />
      <DigitsField name="account" label="付款帳號" maxDigits={16} groupBy={4} />
      <TextField name="holder" label="付款人戶名" maxLength={60} autoComplete="off" />
      <TextField
        name="reason"
        label="依據的單據"
        hint="例如銀行回函的日期與文號"
        maxLength={500}
        autoComplete="off"
      />
    </>
  );
}

type Entered = NonNullable<TaskDetail<'payer_source'>['entered']>;

function EnteredCard({ of, paper, maker }: { of: Entered; paper: string; maker: string }) {
  return (
    <Card as="section">
      <CardHead title="填寫的匯款來源" />
      <Facts
        facts={[
          { name: '銀行', value: of.bank },
          { name: '帳號', value: <span className="num">{of.account}</span> },
          { name: '戶名', value: of.holder },
          { name: '依據', value: paper },
          { name: '填寫', value: maker },
        ]}
      />
    </Card>
  );
}

export function PayerSourcePanel({ task }: PanelProps<'payer_source'>) {
  const { entered, why, returned, paper = '', ...receipt } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="覆核人員退回">
            {returned}
          </Alert>
        )}
        <Alert title="第三人的款項只退回原付款帳戶">
          {why}。請照銀行的單據填寫付款人的帳戶，另一位同仁確認後才會退款；不會改退給會員。
        </Alert>
        {entered && <EnteredCard of={entered} paper={paper} maker={task.maker ?? '—'} />}
        <ReceiptCard detail={receipt} />
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: [
            ...(receipt.amount === undefined
              ? []
              : [{ name: '金額', value: <Money amount={receipt.amount} /> }]),
            ...(entered
              ? [{ name: '退回', value: `${entered.holder}（${entered.bank} ${entered.account}）` }]
              : []),
          ],
        }}
        needs={{ enter: { shape: enterShape, fields: <EnterFields /> } }}
        withoutReason={['enter']}
        reasonHint="給填寫的同仁看"
        confirm={{ approve: '我已對照銀行的單據，銀行、帳號與戶名都相同' }}
      />
    </div>
  );
}
