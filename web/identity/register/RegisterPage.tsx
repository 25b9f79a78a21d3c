// Page to open an account: purpose, e-mail, password, and consent.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { registerPurposes } from '#contract/options.ts';
import { agreements } from './agreements.ts';
import { atField } from '../../form/at-field.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useLateForm } from '../../form/late-form.ts';
import { renderContext } from '../../page-context.ts';
import { safeReturn, signIn, useSession } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { brand, titleOf } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Entrance, EntranceNote } from '../sign-in/Entrance.tsx';
import { NewPasswordFields } from '../recovery/NewPasswordFields.tsx';
import { type Newcomer, forgetNewcomer, readNewcomer } from './google-newcomer.ts';
import type { GoogleSetting, StoredFlow } from '../sign-in/google-flow.ts';
import { GoogleSignup } from './GoogleSignup.tsx';
import { passwordRefusals } from '../recovery/password-refusals.ts';
import { keepDraft, readDraft } from './register-draft.ts';
import { Consents, PurposeField, type Texts } from './RegisterFields.tsx';
import { type GoogleState, useGoogle } from '../sign-in/use-google.ts';

/** Loaded on demand: only users who return from Google without an account need it. */
const NewcomerForm = lazy(() => import('./NewcomerForm.tsx'));

/** Settings do not change while the page is open. */
export const shouldRevalidate = () => false;
export const loader = ({ context }: LoaderFunctionArgs) => ({
  google: context.get(renderContext).settings.google,
  purposes: registerPurposes.flatMap(({ code, description }) =>
    code === undefined ? [] : [{ code, description }],
  ) satisfies Texts['purposes'],
  agreements,
});

export const meta = () => [
  { title: titleOf('註冊') },
  { name: 'description', content: `註冊${brand.name}，線上申貸或出資。` },
];

const schema = () => import('../sign-in/entrance-schemas.ts').then(({ register }) => register);

type Schema = Awaited<ReturnType<typeof schema>>;
type Values = z.input<Schema>;

/** Fills the form with this tab's draft, and stores the draft as the form is filled in. */
function useDraft(form: UseFormReturn<Values, unknown, z.output<Schema>>): void {
  useEffect(() => {
    const draft = readDraft();
    // What was entered while the page loaded is newer than the draft.
    if (draft?.email && !form.getValues('email')) form.setValue('email', draft.email);
    if (draft?.interest && !form.getValues('purpose')) form.setValue('purpose', draft.interest);
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
      <PurposeField />
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

type Google = { google: GoogleSetting | null; state: GoogleState; redirectTo: string | null };

function RegisterForm({ onSent, google, ...rest }: Google & { onSent: () => void }) {
  const form = useLateForm(schema, { email: '', password: '', passwordCheck: '', news: false });
  useDraft(form);
  return (
    <Form
      form={form}
      label="註冊"
      onSubmit={async ({ terms: _terms, ...values }) => {
        try {
          const { withWork } = await import('../captcha/with-work.ts');
          await withWork('register', (more) => api.identity.register({ ...values, ...more }));
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
      {google && <GoogleSignup google={google} {...rest} />}
    </Form>
  );
}

/** Returns the Google newcomer sent here by the login page; null until the page is hydrated. */
function useNewcomer(): [Newcomer | null, () => void] {
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  useEffect(() => setNewcomer(readNewcomer()), []);
  const forget = () => {
    forgetNewcomer();
    setNewcomer(null);
  };
  return [newcomer, forget];
}

export default function RegisterPage() {
  const [query] = useSearchParams();
  const { google } = useLoaderData<typeof loader>();
  const { user } = useSession();
  const redirectTo = query.get('redirectTo');
  const target = safeReturn(redirectTo);
  const [entering, setEntering] = useState(false);
  const [newcomer, forget] = useNewcomer();
  const inside = user !== null && !entering;
  useEffect(() => {
    if (inside) window.location.replace(target);
  }, [inside, target]);
  const register = async (token: string, { redirectTo: to, purpose, news }: StoredFlow) => {
    const given = { token, purpose: purpose ?? 'both', news: news ?? false };
    const leadsTo = to ? safeReturn(to) : paths.verification();
    const { registerByGoogle } = await import('./register-by-google.ts');
    const data = await registerByGoogle(given, leadsTo);
    if (!data) return;
    setEntering(true);
    await signIn(data, () => api.verification.verification());
    window.location.replace(leadsTo);
  };
  const state = useGoogle(google, paths.register(), query, register);
  const waiting = (
    <Loading label="註冊中">
      <Skeleton shape="block" className="h-48" />
    </Loading>
  );
  return (
    <Entrance title="註冊" lead="約 1 分鐘，只需要一個電子郵件。">
      {state.back ? (
        waiting
      ) : newcomer && google ? (
        <Suspense fallback={waiting}>
          <NewcomerForm
            newcomer={newcomer}
            onRegister={(token, chosen) => register(token, { redirectTo, ...chosen })}
            onForget={(problem) => {
              forget();
              state.fail(problem);
            }}
          />
        </Suspense>
      ) : (
        <RegisterForm
          onSent={() => window.location.assign(paths.verifyStatus())}
          {...{ google, state, redirectTo }}
        />
      )}
      <EntranceNote>
        已經有帳號了？
        <Go to={paths.login(redirectTo ? { redirectTo: target } : {})}>登入</Go>
      </EntranceNote>
    </Entrance>
  );
}
