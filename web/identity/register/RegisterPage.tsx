// Page to open an account in two steps: purpose and consents, then Google or e-mail and password.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { registerPurposes } from '#contract/options.ts';
import { agreements } from './agreements.ts';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { renderContext } from '../../page-context.ts';
import { safeReturn, signIn, useSession } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { brand, titleOf } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { Entrance, EntranceNote } from '../sign-in/Entrance.tsx';
import type { Google } from './AccountStep.tsx';
import { type Newcomer, forgetNewcomer, readNewcomer } from './google-newcomer.ts';
import type { StoredFlow } from '../sign-in/google-flow.ts';
import { keepDraft, keepTarget, readDraft } from './register-draft.ts';
import { Consents, PurposeField, type Texts } from './RegisterFields.tsx';
import { useGoogle } from '../sign-in/use-google.ts';

/** Loaded on demand: only users who return from Google without an account need it. */
const NewcomerForm = lazy(() => import('./NewcomerForm.tsx'));

/** The second step is loaded while the first is filled in. */
const secondStep = () => import('./AccountStep.tsx');
const AccountStep = lazy(secondStep);

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

/** Schemas of the first step and of the whole form. */
const choices = () => import('../sign-in/entrance-schemas.ts').then((all) => all.registerByGoogle);
const whole = () => import('../sign-in/entrance-schemas.ts').then(({ register }) => register);

type Schema = Awaited<ReturnType<typeof whole>>;
type RegisterValues = UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;

/** Fills the form with this tab's draft, and stores the draft as the form is filled in. */
function useDraft(form: RegisterValues): void {
  useEffect(() => {
    const draft = readDraft();
    // What was entered while the page loaded is newer than the draft.
    if (draft?.email && !form.getValues('email')) form.setValue('email', draft.email);
    if (draft?.interest && !form.getValues('purpose')) form.setValue('purpose', draft.interest);
    if (draft?.terms && !form.getValues('terms')) form.setValue('terms', true);
    return form.subscribe({
      formState: { values: true, errors: true },
      callback: ({ values, errors }) => {
        const ok = (name: 'email' | 'password') => Boolean(values[name]) && !errors?.[name];
        const password = ok('password');
        const valid = { email: ok('email'), password, confirmPassword: password };
        const { email, purpose, terms } = values;
        keepDraft({ email, interest: purpose, terms: Boolean(terms), valid });
      },
    });
  }, [form]);
}

/**
 * The step is in the address, so that the browser's button goes back and a reload stays. Without
 * the answers of the first step, such as in another tab, the second one is not shown.
 */
function RegisterForm({ onSent, ...google }: Google & { onSent: () => void }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('step') === '2';
  const defaults = { email: '', password: '', news: false };
  const form = useDeferredForm(asked ? whole : (choices as unknown as typeof whole), defaults);
  useDraft(form);
  const [purpose, terms] = form.watch(['purpose', 'terms']);
  const { redirectTo } = google;
  const go = (step: string, how = {}) => setQuery({ ...(redirectTo && { redirectTo }), step }, how);
  useEffect(() => void secondStep().catch(() => {}), []);
  useEffect(() => {
    if (asked && !form.getValues(['purpose', 'terms']).every(Boolean)) go('1', { replace: true });
    // Once, after the draft was read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const isSecond = asked && Boolean(purpose && terms);
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <p className="text-sm text-ink-3">步驟 {isSecond ? '2／2・帳號' : '1／2・用途'}</p>
        <ProgressBar share={isSecond ? 0.5 : 0} label="註冊進度" threads={false} />
      </div>
      {google.state.problem && <Alert tone="danger" live title={google.state.problem} />}
      <Form
        form={form}
        label="註冊"
        onSubmit={async (values) => {
          if (!isSecond) return go('2');
          const { registerByEmail } = await import('./register-by-email.ts');
          await registerByEmail(values);
          onSent();
        }}
      >
        {isSecond ? (
          <Suspense fallback={<Skeleton shape="block" className="h-96" />}>
            <AccountStep {...google} chosen={() => form.getValues()} onBack={() => go('1')} />
          </Suspense>
        ) : (
          <>
            <PurposeField />
            <Consents />
            <SubmitButton look="primary" size="lg" wide>
              下一步
            </SubmitButton>
          </>
        )}
      </Form>
    </div>
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
  const byGoogle = async (token: string, { redirectTo: to, purpose, news }: StoredFlow) => {
    const given = { token, purpose: purpose ?? 'both', news: news ?? false };
    const leadsTo = to ? safeReturn(to) : paths.verification();
    const { registerByGoogle } = await import('./register-by-google.ts');
    const data = await registerByGoogle(given, leadsTo);
    if (!data) return;
    setEntering(true);
    await signIn(data, () => api.verification.verification());
    window.location.replace(leadsTo);
  };
  const state = useGoogle(google, paths.register(), query, byGoogle);
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
            onRegister={(token, chosen) => byGoogle(token, { redirectTo, ...chosen })}
            onForget={(problem) => {
              forget();
              state.fail(problem);
            }}
          />
        </Suspense>
      ) : (
        <RegisterForm
          onSent={() => {
            keepTarget(target === '/' ? null : target);
            window.location.assign(paths.verifyStatus());
          }}
          google={google}
          state={state}
          redirectTo={redirectTo}
        />
      )}
      <EntranceNote>
        已經有帳號了？
        <Go to={paths.login(redirectTo ? { redirectTo: target } : {})}>登入</Go>
      </EntranceNote>
    </Entrance>
  );
}
