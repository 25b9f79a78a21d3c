// Target of the link in the recovery mail: a new phone, proven by a code, is submitted for review.
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { mobileSchema } from '#contract/verification/calls.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { OTPField } from '../../form/OTPField.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { brand } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Entrance, EntranceNote } from '../sign-in/Entrance.tsx';
import { useMailedLink } from '../register/mailed-link.ts';
import { CodeSentTo, PhoneField } from '../sign-in/sms-code-parts.tsx';
import { codeRefusals, codeShape } from '../sign-in/StepUp.tsx';
import { withWork } from '../captcha/with-work.ts';

const numberSchema = z.object({ phoneNumber: mobileSchema });
const codeSchema = z.object(codeShape);

const isDead = (error: unknown) => error instanceof ApiFailure && error.code === 'TOKEN_INVALID';

type Part = { token: string; onDead: () => void };

function NumberForm({
  token,
  phone,
  onSent,
  onDead,
}: Part & { phone: string; onSent: (phone: string) => void }) {
  const form = useZodForm(numberSchema, { phoneNumber: phone });
  return (
    <Form
      form={form}
      label="取得驗證碼"
      onSubmit={async ({ phoneNumber }) => {
        try {
          await withWork('sms', (more) =>
            deferredApi.verification.recoveryCode({ token, phoneNumber, ...more }),
          );
        } catch (error) {
          if (isDead(error)) return onDead();
          throw atField(error, { TOO_MANY_REQUESTS: 'phoneNumber' });
        }
        onSent(phoneNumber);
      }}
    >
      <p>專人會撥打新號碼，以視訊核對您本人與身分證件；核對無誤滿 24 小時後，新號碼才會生效。</p>
      <PhoneField label="新的手機號碼" />
      <SubmitButton look="primary" size="lg" wide busyLabel="寄送中……">
        取得驗證碼
      </SubmitButton>
    </Form>
  );
}

function CodeForm({
  token,
  phone,
  onDone,
  onChange,
  onDead,
}: Part & { phone: string; onDone: () => void; onChange: () => void }) {
  const form = useZodForm(codeSchema, { smsCode: '' });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Form
      form={form}
      label="輸入驗證碼"
      onSubmit={async ({ smsCode }) => {
        try {
          await deferredApi.verification.recoverPhone({ token, phoneNumber: phone, smsCode });
        } catch (error) {
          if (isDead(error)) return onDead();
          form.resetField('smsCode');
          throw atField(error, { ...codeRefusals, PHONE_TAKEN: 'smsCode' });
        }
        onDone();
      }}
    >
      <div className="grid gap-4" ref={box}>
        <CodeSentTo phone={phone} />
        <OTPField name="smsCode" label="簡訊驗證碼" />
      </div>
      <SubmitButton look="primary" size="lg" wide busyLabel="送出中……">
        申請更換手機
      </SubmitButton>
      <Button look="quiet" onClick={onChange}>
        更改號碼或重新取得驗證碼
      </Button>
    </Form>
  );
}

const left = () => paths.resetPassword({ recover: 1 });

type State = { at: 'number' | 'code' | 'done' | 'dead'; phone: string };

export default function Recover() {
  const token = useMailedLink(left)?.token ?? null;
  const [{ at, phone }, setState] = useState<State>({ at: 'number', phone: '' });
  const onDead = () => setState({ at: 'dead', phone: '' });
  return (
    <Entrance title="更換手機">
      {token === '' || at === 'dead' ? (
        <Alert tone="danger" live title="連結已失效，請重新登入後再寄一次">
          連結 30 分鐘內有效，而且只能使用一次。
        </Alert>
      ) : at === 'done' ? (
        <Alert tone="ok" live title="已收到您的申請">
          專人會在 1 個營業日內撥打 <span className="num">{phone}</span>，請備妥身分證件。
        </Alert>
      ) : at === 'code' ? (
        <CodeForm
          token={token ?? ''}
          phone={phone}
          onDead={onDead}
          onDone={() => setState({ at: 'done', phone })}
          onChange={() => setState({ at: 'number', phone })}
        />
      ) : (
        <NumberForm
          token={token ?? ''}
          phone={phone}
          onDead={onDead}
          onSent={(given) => setState({ at: 'code', phone: given })}
        />
      )}
      <EntranceNote>
        需要協助請致電客服 {brand.phone}，或<Go to={paths.login()}>回到登入</Go>
      </EntranceNote>
    </Entrance>
  );
}
