// Opening an account: what for, an e-mail, a password, and consent.
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { identity } from '#contract/identity.ts';
import { registerPurposes } from '#contract/options.ts';
import { atField } from '../form/at-field.ts';
import { CheckboxField, RadioField } from '../form/choice-fields.tsx';
import { TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { safeReturn, useSession } from '../session.ts';
import { api } from '../site/api.ts';
import { brand, titleOf } from '../site/brand.ts';
import { Go } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { PrivacyNotice, Terms } from './Consent.tsx';
import { Entrance, EntranceNote } from './Entrance.tsx';
import { newPasswordShape, passwordRefusals, sameTwice } from './new-password.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { keepDraft, readDraft, type Interest } from './register-draft.ts';

export const meta = () => [
  { title: titleOf('註冊') },
  { name: 'description', content: `註冊${brand.name}，線上申貸或出資。` },
];

const { email } = identity.register.input.shape;
const schema = z
  .object({
    purpose: z.enum(['borrow', 'invest', 'both'], { error: '請先選擇您想使用的服務' }),
    email,
    ...newPasswordShape,
    terms: z.literal(true, { error: '請先同意服務條款' }),
    news: z.boolean(),
  })
  .refine(...sameTwice);

const abouts: Record<Interest, string> = {
  borrow: '線上申貸，由多位出資人共同支持',
  invest: '挑選案件小額出資，按月收回本息',
  both: '兩邊都先看看，之後隨時可以開始',
};

type Values = z.input<typeof schema>;

/** Fills the form with this tab's draft, and keeps the draft as it is filled in. */
function useDraft(form: UseFormReturn<Values, unknown, z.output<typeof schema>>): void {
  useEffect(() => {
    const draft = readDraft();
    if (draft?.email) form.setValue('email', draft.email);
    if (draft?.interest) form.setValue('purpose', draft.interest);
    return form.subscribe({
      formState: { values: true, errors: true },
      callback: ({ values, errors }) => {
        const ok = (name: 'email' | 'password' | 'passwordCheck') =>
          Boolean(values[name]) && !errors?.[name];
        const password = ok('password');
        const valid = { email: ok('email'), password, confirmPassword: ok('passwordCheck') };
        keepDraft({ email: values.email, interest: values.purpose, valid });
      },
    });
  }, [form]);
}

function Account() {
  return (
    <>
      <RadioField
        name="purpose"
        label="您想做什麼？"
        hint="之後都可以改變，不影響您使用另一邊的服務"
        choices={registerPurposes.map(({ code, description }) => ({
          value: code!,
          title: description,
          about: abouts[code as Interest],
        }))}
      />
      <TextField
        name="email"
        label="電子郵件"
        type="email"
        inputMode="email"
        autoComplete="email"
        normalise="halfWidth"
        spellCheck={false}
        hint="驗證信與重要通知會寄到這裡"
      />
      <NewPasswordFields name="密碼" />
    </>
  );
}

function Consents() {
  return (
    <div className="grid">
      <Terms />
      <PrivacyNotice />
      <div className="mt-3">
        <CheckboxField name="terms" label="服務條款">
          我已閱讀並同意上方的《服務條款》與《隱私權政策》
        </CheckboxField>
        <CheckboxField name="news" label="最新消息">
          我願意收到優惠與最新消息（選填）
        </CheckboxField>
      </div>
    </div>
  );
}

function RegisterForm({ onSent }: { onSent: () => void }) {
  const form = useZodForm(schema, { email: '', password: '', passwordCheck: '', news: false });
  useDraft(form);
  return (
    <Form
      form={form}
      label="註冊"
      onSubmit={async ({ terms: _terms, ...values }) => {
        try {
          await api.identity.register(values);
        } catch (error) {
          throw atField(error, passwordRefusals);
        }
        onSent();
      }}
    >
      <Account />
      <Consents />
      <SubmitButton look="primary" size="lg" wide>
        註冊
      </SubmitButton>
    </Form>
  );
}

export default function RegisterPage() {
  const [query] = useSearchParams();
  const { phase, user } = useSession();
  const redirectTo = query.get('redirectTo');
  const target = safeReturn(redirectTo);
  const inside = phase === 'known' && user !== null;
  useEffect(() => {
    if (inside) window.location.replace(target);
  }, [inside, target]);
  return (
    <Entrance title="註冊" lead="約 1 分鐘，只需要一個電子郵件。">
      <RegisterForm onSent={() => window.location.assign(paths.verifyStatus())} />
      <EntranceNote>
        已經有帳號了？
        <Go to={paths.login(redirectTo ? { redirectTo: target } : {})}>登入</Go>
      </EntranceNote>
    </Entrance>
  );
}
