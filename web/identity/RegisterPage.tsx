// Opening an account: what for, an e-mail, a password, and consent.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { identity } from '#contract/identity.ts';
import { registerPurposes } from '#contract/options.ts';
import { atField } from '../form/at-field.ts';
import { CheckboxField, RadioField } from '../form/choice-fields.tsx';
import { PasswordField, TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { safeReturn, useSession } from '../session.ts';
import { api } from '../site/api.ts';
import { brand, titleOf } from '../site/brand.ts';
import { Go } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { Accordion } from '../ui/Card.tsx';
import { Entrance, EntranceNote } from './Entrance.tsx';
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
    password: z.string().min(1).min(8, '密碼至少 8 個字').max(64, '密碼最多 64 個字'),
    passwordCheck: z.string().min(1),
    terms: z.literal(true, { error: '請先同意服務條款' }),
    news: z.boolean(),
  })
  .refine(({ password, passwordCheck }) => password === passwordCheck, {
    path: ['passwordCheck'],
    message: '兩次輸入的密碼不同',
    // Said while other fields are still empty, too.
    when: ({ value }) => {
      const given = value as { password?: string; passwordCheck?: string };
      return Boolean(given.password && given.passwordCheck);
    },
  });

const abouts: Record<Interest, string> = {
  borrow: '線上申貸，由多位出資人共同支持',
  invest: '挑選案件小額出資，按月收回本息',
  both: '兩邊都先看看，之後隨時可以開始',
};

/** What the law asks us to say where personal data is first collected (個資法第 8 條). */
function PrivacyNotice() {
  return (
    <Accordion title="個人資料蒐集告知">
      <dl className="grid gap-3 text-sm">
        {(
          [
            ['蒐集者', brand.entity],
            ['目的', '會員管理、身分驗證、借貸媒合與契約履行、防制洗錢及其他法律要求'],
            ['類別', '電子郵件；身分驗證時另有姓名、證號、聯絡方式、證件影像與銀行帳戶'],
            ['期間與地區', '契約關係存續期間及法律要求的保存期間，於臺灣境內利用'],
            ['利用對象與方式', '本公司、信託銀行與依法有權的機關，以電子方式處理'],
            ['您的權利', `可向客服（${brand.phone}）請求查詢、更正、停止利用或刪除`],
            ['不提供的影響', '不提供時無法註冊，或無法使用需要驗證身分的服務'],
          ] as const
        ).map(([name, text]) => (
          <div key={name}>
            <dt className="font-bold text-ink">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Accordion>
  );
}

function RegisterForm({ onSent }: { onSent: () => void }) {
  const form = useZodForm(schema, { email: '', password: '', passwordCheck: '', news: false });
  useEffect(() => {
    const draft = readDraft();
    if (draft?.email) form.setValue('email', draft.email);
    if (draft?.interest) form.setValue('purpose', draft.interest);
    return form.subscribe({
      formState: { values: true, errors: true },
      callback: ({ values, errors }) => {
        const ok = (name: 'email' | 'password' | 'passwordCheck') =>
          Boolean(values[name]) && !errors?.[name];
        keepDraft({
          email: values.email,
          interest: values.purpose,
          valid: {
            email: ok('email'),
            password: ok('password'),
            confirmPassword: ok('passwordCheck'),
          },
        });
      },
    });
  }, [form]);
  return (
    <Form
      form={form}
      label="註冊"
      onSubmit={async ({ terms: _terms, ...values }) => {
        try {
          await api.identity.register(values);
        } catch (error) {
          throw atField(error, { PASSWORD_COMMON: 'password', PASSWORD_MISMATCH: 'passwordCheck' });
        }
        onSent();
      }}
    >
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
      <PasswordField
        name="password"
        label="密碼"
        autoComplete="new-password"
        strength
        hint="8 至 64 個字，不限字元種類；用一句好記的話最安全"
      />
      <PasswordField name="passwordCheck" label="確認密碼" autoComplete="new-password" />
      <div className="grid">
        <CheckboxField name="terms" label="服務條款">
          我已閱讀並同意
          <a className="link" href={paths.policies()} target="_blank" rel="noopener">
            《服務條款》與《隱私權政策》
          </a>
        </CheckboxField>
        <CheckboxField name="news" label="最新消息">
          我願意收到優惠與最新消息（選填）
        </CheckboxField>
        <PrivacyNotice />
      </div>
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
