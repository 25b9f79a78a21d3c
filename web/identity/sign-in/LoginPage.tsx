// Page for signing in by e-mail and password, with a captcha after too many failures.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import type { SecondStep as Step } from '#contract/identity/factor.ts';
import type { User } from '#contract/identity/calls.ts';
import { ApiFailure } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { renderContext } from '../../page-context.ts';
import { safeReturn, signIn, useSession } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { brand, titleOf } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import type * as schemas from './entrance-schemas.ts';
import { Entrance, EntranceNote } from './Entrance.tsx';
import type { GoogleSetting, StoredFlow } from './google-flow.ts';
import { keepNewcomer } from '../register/google-newcomer.ts';
import { readDraft } from '../register/register-draft.ts';
import { GoogleButton } from './GoogleButton.tsx';
import {
  failureWords,
  forgetFailures,
  needsCaptcha,
  rememberFailures,
} from '../captcha/needs-captcha.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { secondStepIn, takeWaiting, type WaitingSignIn } from './waiting-sign-in.ts';
import { type GoogleState, useGoogle } from './use-google.ts';

/** Rarely needed, so loaded only on demand. */
const Captcha = lazy(() => import('../captcha/Captcha.tsx'));
const SecondStep = lazy(() => import('./SecondStep.tsx'));

/** The settings do not change while the page is open. */
export const shouldRevalidate = () => false;
export const loader = ({ context }: LoaderFunctionArgs) => ({
  google: context.get(renderContext).settings.google,
});

export const meta = () => [
  { title: titleOf('登入') },
  { name: 'description', content: `登入${brand.name}，查看您的申貸案與出資。` },
];

/** The form's schemas: without a captcha and with one. */
const plain = () => import('./entrance-schemas.ts').then(({ login }) => login);
const guarded = () => import('./entrance-schemas.ts').then((all) => all.loginWithCaptcha);

type Problem = { message: string; code: string; requestId: string | undefined };

/** Removes the message of the last attempt as soon as something else is typed. */
function useForget(
  { watch }: Pick<UseFormReturn, 'watch'>,
  setProblem: (problem: null) => void,
): void {
  useEffect(() => {
    const { unsubscribe } = watch((_values, { name }) => {
      if (name === 'email' || name === 'password') setProblem(null);
    });
    return unsubscribe;
  }, [watch, setProblem]);
}

/** Fills in the address that this tab has just confirmed by a mailed link, or registered. */
function useKnownAddress(): void {
  const form = useFormContext();
  useEffect(() => {
    const known = readDraft()?.email;
    if (known && !form.getValues('email')) form.setValue('email', known);
    // Once, because the form is a new object in each rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function Fields() {
  useKnownAddress();
  return (
    <>
      <TextField
        name="email"
        label="電子郵件"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        normalise="halfWidth"
        spellCheck={false}
      />
      <div className="grid gap-2">
        <PasswordField name="password" label="密碼" autoComplete="current-password" />
        <p className="text-end">
          <Go to={paths.forgot()}>忘記密碼？</Go>
        </p>
      </div>
    </>
  );
}

function LoginForm({
  expired,
  onUser,
  onStep,
}: {
  /** Message if the second step of the last attempt expired; otherwise empty. */
  expired: string;
  onUser: (user: User) => Promise<void>;
  onStep: (step: Step) => void;
}) {
  const [captcha, setCaptcha] = useState({ needed: false, round: 0 });
  const [problem, setProblem] = useState<Problem | null>(
    expired ? { message: expired, code: '', requestId: undefined } : null,
  );
  useEffect(() => setCaptcha({ needed: needsCaptcha(), round: 0 }), []);
  const form = useDeferredForm<typeof schemas.login | typeof schemas.loginWithCaptcha>(
    captcha.needed ? guarded : plain,
  );
  useForget(form as never, setProblem);
  const refused = (error: ApiFailure) => {
    // The server counts failures and says from which number on it requires a captcha.
    const count = Number(error.data['failed_login_count'] ?? 0);
    const from = Number(error.data['captcha_from'] ?? Infinity);
    const remembered = rememberFailures(count);
    const wanted = count >= from || error.code === 'CAPTCHA_REQUIRED';
    const needed = captcha.needed || remembered || wanted;
    // A captcha token is valid for one attempt, so each attempt needs a new one.
    form.resetField('captchaToken');
    setCaptcha({ needed, round: captcha.round + 1 });
    const { code, requestId } = error;
    setProblem({ message: failureWords(error.message, count, from), code, requestId });
  };
  return (
    <Form
      form={form}
      label="登入"
      onSubmit={async (values) => {
        setProblem(null);
        try {
          const { data } = await api.identity.login(values);
          forgetFailures();
          await onUser(data);
        } catch (error) {
          const step = secondStepIn(error);
          if (step) {
            forgetFailures();
            return onStep(step);
          }
          if (!(error instanceof ApiFailure) || Object.keys(error.fields).length > 0) throw error;
          refused(error);
        }
      }}
    >
      {problem && (
        <Alert key={`problem-${captcha.round}`} tone="danger" live title={problem.message}>
          {problem.code === 'SERVER_ERROR' && problem.requestId && `代碼 ${problem.requestId}`}
        </Alert>
      )}
      <Fields />
      {captcha.needed && (
        <Suspense fallback={<Skeleton shape="block" className="h-14" />}>
          <Captcha key={captcha.round} name="captchaToken" />
        </Suspense>
      )}
      <SubmitButton look="primary" size="lg" wide busyLabel="登入中……">
        登入
      </SubmitButton>
    </Form>
  );
}

/** Sign-in by Google and passkeys, with the errors that occurred there. */
function OtherWays({
  google,
  state,
  redirectTo,
  onUser,
}: {
  google: GoogleSetting | null;
  state: GoogleState;
  redirectTo: string | null;
  onUser: (user: User) => Promise<void>;
}) {
  const [problem, setProblem] = useState('');
  const kept: StoredFlow = { redirectTo };
  const said = state.problem || problem;
  return (
    <div className="ways">
      <p className="ways-or text-sm">或</p>
      {said && <Alert tone="danger" live title={said} />}
      {google && (
        <GoogleButton
          google={google}
          text="signin"
          busy={state.busy}
          ready
          onPress={() => state.leave(kept)}
          onToken={(token) => state.take(token, kept)}
          onProblem={state.fail}
        />
      )}
      <PasskeyLogin onUser={onUser} onProblem={setProblem} />
    </div>
  );
}

/**
 * Leaves the page by loading a new document, so that no third-party script remains in the next
 * page.
 */
function leaveTo(path: string): void {
  window.location.replace(path);
}

/** Explains why a login is required here, and that the user returns to the page afterwards. */
function Why({ isExpired, target }: { isExpired: boolean; target: string }) {
  if (!isExpired && target === '/') return null;
  const isVerification = target === paths.verification();
  const next = isVerification ? '登入後繼續身分驗證' : '登入後將回到您剛才的頁面';
  return (
    <div className="mb-6">
      {isExpired ? (
        <Alert tone="warn" title="登入已逾時，請重新登入">
          {next}
        </Alert>
      ) : (
        <Alert>{next}</Alert>
      )}
    </div>
  );
}

/** Signs in with Google; users who are not registered yet are sent to registration. */
const byGoogle =
  (enter: (user: User, to: string) => Promise<void>, wait: (waiting: WaitingSignIn) => void) =>
  async (token: string, { redirectTo: to }: StoredFlow): Promise<void> => {
    try {
      const { data } = await api.identity.loginGoogle({ token });
      await enter(data, safeReturn(to));
    } catch (error) {
      const step = secondStepIn(error);
      if (step) return wait({ step, to: safeReturn(to) });
      const unknown = error instanceof ApiFailure && error.code === 'GOOGLE_ACCOUNT_UNKNOWN';
      if (!unknown) throw error;
      keepNewcomer({ token, email: String(error.data['email'] ?? '') });
      window.location.assign(paths.register(to ? { redirectTo: safeReturn(to) } : {}));
    }
  };

const Busy = () => (
  <Loading label="登入中">
    <Skeleton shape="block" className="h-48" />
  </Loading>
);

export default function LoginPage() {
  const [query] = useSearchParams();
  const { google } = useLoaderData<typeof loader>();
  const { user } = useSession();
  const redirectTo = query.get('redirectTo');
  const target = safeReturn(redirectTo);
  const [entering, setEntering] = useState(false);
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null);
  useEffect(() => setWaiting((before) => before ?? takeWaiting()), []);
  const [expired, setExpired] = useState('');
  const already = user !== null && !entering;
  useEffect(() => {
    if (already) leaveTo(target);
  }, [already, target]);
  const enter = async (data: User, to: string) => {
    setEntering(true);
    await signIn(data, () => api.verification.verification());
    leaveTo(to);
  };
  const state = useGoogle(google, paths.login(), query, byGoogle(enter, setWaiting));
  const onUser = (data: User) => enter(data, target);
  const back = (words: string) => {
    state.settle();
    setExpired(words);
    setWaiting(null);
  };
  return (
    <Entrance title={waiting ? '確認是您本人' : '登入'}>
      <Why isExpired={query.has('expired')} target={target} />
      {waiting ? (
        <Suspense fallback={<Busy />}>
          <SecondStep {...waiting} enter={enter} onBack={back} />
        </Suspense>
      ) : already || state.back ? (
        <Busy />
      ) : (
        <>
          <LoginForm
            expired={expired}
            onUser={onUser}
            onStep={(step) => setWaiting({ step, to: target })}
          />
          <OtherWays google={google} state={state} redirectTo={redirectTo} onUser={onUser} />
        </>
      )}
      <EntranceNote>
        還沒有帳號？
        <Go to={paths.register(redirectTo ? { redirectTo: target } : {})}>註冊</Go>
      </EntranceNote>
    </Entrance>
  );
}
