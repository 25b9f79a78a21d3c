// Style page: buttons, fields and choices in their states.
import { FileText, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox, CheckboxList, Chips, RadioCards } from '../../ui/fields/Choices.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DateSelects } from '../../ui/fields/DateSelects.tsx';
import { Dialog, Drawer } from '../../ui/overlay/Dialog.tsx';
import { DigitsInput, MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { DocumentButton } from '../../ui/DocumentButton.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { WizardBar } from '../../ui/WizardBar.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { FileUpload } from '../../ui/fields/FileUpload.tsx';
import { OTPInput } from '../../ui/fields/OTPInput.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { SignaturePad } from '../../ui/fields/SignaturePad.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Select, TextArea } from '../../ui/fields/Select.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

function Buttons() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null);
  return (
    <section className="grid gap-4">
      <h2>按鈕</h2>
      <div className="flex flex-wrap items-start gap-3">
        <Button look="primary">確認出資 $ 10,000</Button>
        <Button>返回修改</Button>
        <Button look="quiet">稍後再看</Button>
        <Button look="danger">取消出資</Button>
        <Button look="primary" busy>
          送出
        </Button>
        <Button size="sm">小按鈕</Button>
        <Button look="primary" size="lg">
          大按鈕
        </Button>
        <IconButton label="移除">
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
        <Button look="primary" disabledReason="請先完成手機驗證">
          開始
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('dialog')}>開啟對話框</Button>
        <Button onClick={() => setOpen('drawer')}>開啟側欄</Button>
        <Button onClick={() => toast('已儲存')}>顯示通知</Button>
        <CopyButton text="91281234567890" what="虛擬帳號" />
        <DocumentButton
          size="sm"
          icon={<FileText size={18} aria-hidden="true" />}
          filename="contract.pdf"
          open={async () => ({ problem: '示範頁面沒有文件' })}
        >
          另開 PDF
        </DocumentButton>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="要取消這筆出資嗎？"
        footer={
          <>
            <Button onClick={() => setOpen(null)}>返回</Button>
            <Button look="danger" onClick={() => setOpen(null)}>
              取消出資
            </Button>
          </>
        }
      >
        <p>取消後，保留的金額會釋出給其他出資人。</p>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={() => setOpen(null)} title="篩選">
        <p>側欄的內容。</p>
      </Drawer>
    </section>
  );
}

/** State of a form after a failed submit. */
function Refused({ field }: { field: string }) {
  return (
    <>
      <ErrorSummary
        attempt={0}
        problems={[{ id: field, message: '身分證字號檢查碼不符，請再確認一次' }]}
      />
      <WizardBar reason="還有 1 個欄位需要修正">
        <Button>上一步</Button>
        <Button look="primary">下一步</Button>
      </WizardBar>
    </>
  );
}

function Fields() {
  const [amount, setAmount] = useState<number | null>(30_000);
  const [phone, setPhone] = useState('0912345678');
  const [code, setCode] = useState('482');
  const [bank, setBank] = useState('812');
  const [birthday, setBirthday] = useState('1994-02-09');
  const [password, setPassword] = useState('correct horse');
  const [note, setNote] = useState('');
  const wrong = useId();
  return (
    <section className="grid gap-6">
      <h2>欄位</h2>
      <Refused field={wrong} />
      <div className="grid gap-6 md:grid-cols-2">
        <Field label="電子郵件" hint="我們會寄驗證信到這個地址">
          <TextInput type="email" placeholder="name@example.com" />
        </Field>
        <Field id={wrong} label="身分證字號" error="身分證字號檢查碼不符，請再確認一次">
          <TextInput defaultValue="A123456780" />
        </Field>
        <Field label="電話" hint="無法變更">
          <TextInput disabled defaultValue="02-5555-0100" />
        </Field>
        <Field label="出資金額" hint="以 $ 1,000 為單位">
          <MoneyInput value={amount} onValueChange={setAmount} />
        </Field>
        <Field label="手機號碼" warning="這個號碼看起來不尋常">
          <DigitsInput value={phone} onValueChange={setPhone} maxDigits={10} />
        </Field>
        <Field label="密碼">
          <PasswordInput
            strength
            value={password}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label="職業類別" optional>
          <Select options={[{ value: '301', label: '軟體工程師' }]} />
        </Field>
        <Field label="銀行">
          <Combobox
            value={bank}
            onValueChange={setBank}
            items={[
              { value: '812', label: '812 台新國際商業銀行' },
              { value: '808', label: '808 玉山商業銀行' },
              { value: '700', label: '700 中華郵政' },
            ]}
            placeholder="代碼或名稱，例如 812 台新"
          />
        </Field>
        <FieldGroup label="出生日期">
          <DateSelects value={birthday} onValueChange={setBirthday} fromYear={1930} toYear={2008} />
        </FieldGroup>
        <Field label="驗證碼" hint="簡訊已傳送至 0912-***-678">
          <OTPInput value={code} onValueChange={setCode} />
        </Field>
        <Field label="補充說明" optional>
          <TextArea limit={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </section>
  );
}

function ChoiceSamples() {
  const names = useId();
  const [side, setSide] = useState('borrow');
  const [term, setTerm] = useState('24');
  const [funds, setFunds] = useState(['1']);
  return (
    <section className="grid gap-6">
      <h2>選擇與上傳</h2>
      <FieldGroup label="您想做什麼？">
        <RadioCards
          name={`${names}-side`}
          columns={2}
          value={side}
          onValueChange={setSide}
          choices={[
            { value: 'borrow', title: '我想申貸', about: '線上申請，最快數日撥款' },
            { value: 'invest', title: '我想出資', about: '小額分散，每期收回本息' },
          ]}
        />
      </FieldGroup>
      <FieldGroup label="期數">
        <Chips
          name={`${names}-term`}
          value={term}
          onValueChange={setTerm}
          choices={['6', '12', '18', '24', '36'].map((n) => ({ value: n, title: `${n} 期` }))}
        />
      </FieldGroup>
      <FieldGroup label="資金來源">
        <CheckboxList
          values={funds}
          onValuesChange={setFunds}
          choices={[
            { value: '1', title: '薪資所得' },
            { value: '2', title: '儲蓄' },
            { value: '3', title: '投資收益', disabled: true },
          ]}
        />
      </FieldGroup>
      <Checkbox defaultChecked>我已閱讀並同意服務條款</Checkbox>
      <FieldGroup label="申貸用途" error="請選擇申貸用途">
        <Chips
          name={`${names}-purpose`}
          value={undefined}
          onValueChange={() => {}}
          choices={[
            { value: '1', title: '進修' },
            { value: '2', title: '裝修', disabled: true },
          ]}
        />
      </FieldGroup>
      <div className="grid gap-6 md:grid-cols-2">
        <Field label="身分證正面">
          <FileUpload onFilesChange={() => {}} />
        </Field>
        <div className="field">
          <span className="field-label">簽名式樣</span>
          <SignaturePad onSignatureChange={() => {}} name="王美玲" />
        </div>
      </div>
    </section>
  );
}

export function ControlSamples() {
  return (
    <>
      <Buttons />
      <Fields />
      <ChoiceSamples />
    </>
  );
}
