// Step 1: confirms the phone with a code sent by text message.
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { mobileSchema } from '#contract/verification/calls.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { OTPField } from '../../form/OTPField.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { CodeSentTo, PhoneField, ResendCode } from '../../identity/sign-in/sms-code-parts.tsx';
import { codeRefusals, codeShape } from '../../identity/sign-in/StepUp.tsx';
import { withWork } from '../../identity/captcha/with-work.ts';
import { api } from '../../site/kit/api.ts';
import { brand, titleOf } from '../../site/kit/brand.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from '../../drafts.ts';
import { currentSession } from '../../session.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import { usePause } from '../../ui/pause.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { Row } from '../../ui/Layout.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { StepPage, useStepDone } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('手機驗證') }, { name: 'robots', content: 'noindex' }];

const PAUSE_S = 60;
/** A code is valid for 5 minutes. */
const VALID_MS = 300_000;
const keptSchema = z.object({ phone: mobileSchema, at: z.number() });
type SentCode = z.infer<typeof keptSchema>;

/** Real time in ms, because codes do not follow the date of the demonstration. */
const realNow = () => performance.timeOrigin + performance.now();
const ageOf = ({ at }: SentCode) => Math.max(0, realNow() - at);
const numberSchema = z.object({ phoneNumber: mobileSchema });
const codeSchema = z.object(codeShape);

const spaced = (phone: string) => phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1-$2-$3');

const sendCodeTo = (phoneNumber: string) =>
  withWork('sms', (more) => api.verification.sendSmsCode({ phoneNumber, ...more }));

type Sent = { onSent: (phone: string) => void };

function NumberForm({ phone, onSent }: Sent & { phone: string }) {
  const form = useZodForm(numberSchema, { phoneNumber: phone });
  const [replacing, setReplacing] = useState<string | null>(null);
  return (
    <>
      <ReplaceDialog
        named={{ act: 'phone' }}
        title="更換手機號碼"
        about="這個帳戶已經驗證過另一支手機。為了保護您的帳戶，請先確認是您本人。"
        act="繼續"
        send={replacing === null ? null : () => sendCodeTo(replacing)}
        onClose={() => setReplacing(null)}
        onSent={() => replacing !== null && onSent(replacing)}
      />
      <NumberFields form={form} onSent={onSent} onReplace={setReplacing} />
    </>
  );
}

function NumberFields({
  form,
  onSent,
  onReplace,
}: Sent & {
  form: ReturnType<typeof useZodForm<typeof numberSchema>>;
  onReplace: (phone: string) => void;
}) {
  return (
    <Form
      form={form}
      label="取得驗證碼"
      onSubmit={async ({ phoneNumber }) => {
        try {
          await sendCodeTo(phoneNumber);
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') {
            return onReplace(phoneNumber);
          }
          throw atField(error, { TOO_MANY_REQUESTS: 'phoneNumber' });
        }
        onSent(phoneNumber);
      }}
    >
      <PhoneField label="手機號碼" />
      <Row>
        <SubmitButton look="primary" busyLabel="寄送中……">
          取得驗證碼
        </SubmitButton>
      </Row>
    </Form>
  );
}

function Again({ sent, onSent }: Sent & { sent: SentCode }) {
  const [left, begin] = usePause();
  const { busy, problem, run } = useAct(
    async () => {
      await sendCodeTo(sent.phone);
      onSent(sent.phone);
      announce('已重新寄出驗證碼');
    },
    { afterwards: async () => begin(PAUSE_S) },
  );
  // Starts what is left of the pause at once, because a code has been sent when this appears.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => begin(Math.max(0, PAUSE_S - Math.floor(ageOf(sent) / 1_000))), []);
  return (
    <div className="grid gap-3">
      <ResendCode busy={busy} left={left} send={run} />
      {problem && <Alert tone="danger" live title={problem} />}
    </div>
  );
}

function CodeForm({
  sent,
  onSent,
  onChange,
  onGiven,
}: Sent & { sent: SentCode; onChange: () => void; onGiven: () => void }) {
  const form = useZodForm(codeSchema, { smsCode: '' });
  const given = useStepDone('phone');
  const box = useRef<HTMLDivElement>(null);
  return (
    <Form
      form={form}
      label="輸入驗證碼"
      onSubmit={async ({ smsCode }) => {
        try {
          const answer = await api.verification.identifyPhone({ phoneNumber: sent.phone, smsCode });
          onGiven();
          await given(answer);
        } catch (error) {
          form.resetField('smsCode');
          throw atField(error, codeRefusals);
        }
      }}
    >
      <div className="grid gap-5 px-5 py-6 rounded-card bg-sunken" ref={box}>
        <CodeSentTo phone={spaced(sent.phone)} />
        <OTPField
          name="smsCode"
          label="簡訊驗證碼"
          // Submits after the field has processed the last digit.
          onComplete={() => setTimeout(() => box.current?.closest('form')?.requestSubmit())}
        />
        <Again sent={sent} onSent={onSent} />
      </div>
      <Row>
        <SubmitButton look="primary" busyLabel="驗證中……">
          完成手機驗證
        </SubmitButton>
        <Button look="quiet" onClick={onChange}>
          更換手機號碼
        </Button>
      </Row>
    </Form>
  );
}

/**
 * Where and when a code was sent; null if none is valid. The tab stores it, because a phone may
 * load the page anew while its owner reads the message. `forget` ends this without another form.
 */
function useSentCode() {
  const [key] = useState(() => ({ form: 'phone', userId: currentSession().user?.id ?? '' }));
  const [sent, setSent] = useState(() => {
    const kept = keptSchema.safeParse(readFormDraft(key)).data;
    return kept && ageOf(kept) < VALID_MS ? kept : null;
  });
  const keep = (next: SentCode | null) => {
    setSent(next);
    if (next) keepFormDraft(key, next);
    else dropFormDraft(key);
  };
  return { sent, keep, forget: () => dropFormDraft(key) };
}

export default function PhonePage() {
  const { sent, keep, forget } = useSentCode();
  const [phone, setPhone] = useState('');
  const onSent = (number: string) => keep({ phone: number, at: realNow() });
  return (
    <StepPage
      id="phone"
      title="手機驗證"
      lead={`${brand.name}以簡訊通知重要進度，簽約與變更帳戶時也會以這支手機確認是您本人。`}
    >
      {sent ? (
        <CodeForm
          sent={sent}
          onSent={onSent}
          onChange={() => {
            setPhone(sent.phone);
            keep(null);
          }}
          onGiven={forget}
        />
      ) : (
        <NumberForm phone={phone} onSent={onSent} />
      )}
      <Accordion title="收不到驗證碼？">
        <ul className="list-disc ps-5">
          <li>確認手機號碼正確、收訊良好，並關閉簡訊過濾</li>
          <li>每分鐘可取得 1 次；當日次數用完時，請隔天再試</li>
          <li>原本驗證的手機已停用時，請改用其他瀏覽器登入，並選擇「無法使用手機或通行密鑰」</li>
          <li>仍收不到時，請電洽客服 {brand.phone}</li>
        </ul>
      </Accordion>
    </StepPage>
  );
}
