// Captcha of the login: by default a proof of work that the browser solves by itself.
// If reCAPTCHA is configured, its widget 「我不是機器人」 is shown instead.
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Answer } from '../../api.ts';
import { idOf, useLabel } from '../../form/Form.tsx';
import { api } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Alert, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { solve } from './proof-of-work.ts';
import { renderRecaptcha } from './recaptcha.ts';

type Challenge = Answer<SiteCalls['identity']['captcha']>['data'];
type Widget = Extract<Challenge, { kind: 'recaptcha' }>;
type State = 'working' | 'done' | 'old' | 'failed';

const words: Record<State, string> = {
  working: '瀏覽器自動驗證中，不需要操作',
  done: '驗證完成',
  old: '登入時會再自動驗證一次',
  failed: '驗證沒有完成',
};
const WHY = '登入失敗多次，為防他人猜密碼，登入前先驗證';
const EARLY = '驗證完成後會自動登入';

/** Fetches a challenge when the captcha appears; `again` retries if that failed. */
function useChallenge() {
  const [challenge, setChallenge] = useState<Challenge | 'none' | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    api.identity
      .captcha({}, { signal: controller.signal })
      .then(({ data }) => setChallenge(data))
      .catch(() => {
        if (!controller.signal.aborted) setChallenge('none');
      });
    return () => controller.abort();
  }, [round]);
  const again = () => {
    setChallenge(null);
    setRound((before) => before + 1);
  };
  return { challenge, again };
}

/** A form field whose value is the token. */
export default function Captcha({ name }: { name: string }) {
  useLabel(name, { label: '「我不是機器人」驗證', verb: '選擇' });
  const { challenge, again } = useChallenge();
  if (challenge === null) return <Skeleton shape="block" className="h-14" />;
  if (challenge === 'none') return <Unavailable onAgain={again} />;
  if (challenge.kind === 'recaptcha') {
    return <RecaptchaField name={name} widget={challenge as Widget} onAgain={again} />;
  }
  return <WorkField name={name} challenge={challenge} />;
}

function Unavailable({ onAgain }: { onAgain: () => void }) {
  return (
    <Alert tone="danger" live title="「我不是機器人」驗證暫時無法載入">
      <Button size="sm" onClick={onAgain}>
        再試一次
      </Button>
    </Alert>
  );
}

/** Lifetime of a solution, because the server rejects a challenge after ten minutes. */
const SOLUTION_MS = 9 * 60_000;

/**
 * Solves the challenge as soon as it is rendered, and again when a solution has become too old and
 * the form is submitted. Returns the state, and a function that tries again after a failure.
 */
function useWork(challenge: Challenge, onToken: (token: string | undefined) => void) {
  const [state, setState] = useState<State>('working');
  const running = useRef<AbortController | null>(null);
  const begin = async (given: Challenge | null) => {
    const controller = new AbortController();
    running.current = controller;
    setState('working');
    const { signal } = controller;
    try {
      const fresh = given ?? (await api.identity.captcha({}, { signal })).data;
      const token = await solve(fresh, controller);
      if (signal.aborted) return;
      setState(token ? 'done' : 'failed');
      if (token) onToken(token);
    } catch {
      if (!signal.aborted) setState('failed');
    }
  };
  useEffect(() => {
    void begin(challenge);
    return () => running.current?.abort();
    // Runs once per challenge; the form remounts it after a failed attempt.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => {
      setState('old');
      onToken(undefined);
    }, SOLUTION_MS);
    return () => clearTimeout(timer);
    // The token is passed on once per solution.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [state]);
  return { state, again: () => void begin(null) };
}

/** A form that is submitted too early is submitted again when the challenge is solved. */
function WorkField({ name, challenge }: { name: string; challenge: Challenge }) {
  const { field, fieldState } = useController({ name });
  const box = useRef<HTMLDivElement>(null);
  const { state, again } = useWork(challenge, field.onChange);
  const wanted = fieldState.error !== undefined;
  const early = useRef(false);
  useEffect(() => {
    if (wanted && state === 'old') again();
    if (wanted && state === 'working') early.current = true;
    if (state !== 'done' || !early.current) return;
    early.current = false;
    box.current?.closest('form')?.requestSubmit();
  });
  return (
    <div className="field">
      <div
        id={idOf(name)}
        ref={box}
        className="captcha"
        data-state={state}
        role="group"
        aria-label="自動驗證"
        tabIndex={-1}
      >
        <span className="mark" aria-hidden="true">
          {state === 'working' && <span className="spinner" />}
          {state === 'done' && <Check size={18} />}
        </span>
        <span role="status">{wanted && state === 'working' ? EARLY : words[state]}</span>
        {state === 'failed' && (
          <Button size="sm" className="ms-auto" onClick={again}>
            再試一次
          </Button>
        )}
      </div>
      <p className="field-hint">{WHY}</p>
    </div>
  );
}

function RecaptchaField({
  name,
  widget,
  onAgain,
}: {
  name: string;
  widget: Widget;
  onAgain: () => void;
}) {
  const { field, fieldState } = useController({ name });
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { onChange } = field;
  useEffect(() => {
    if (!box.current) return;
    renderRecaptcha(box.current, widget, (token) => onChange(token ?? undefined)).catch(() =>
      setFailed(true),
    );
    // Runs once per challenge; the form remounts it after a failed attempt.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (failed) return <Unavailable onAgain={onAgain} />;
  return (
    <div className="field">
      <div
        id={idOf(name)}
        className="captcha-widget"
        role="group"
        aria-label="「我不是機器人」驗證"
        tabIndex={-1}
        ref={box}
      />
      <p className="field-hint">{WHY}</p>
      {fieldState.error?.message && <p className="field-error">{fieldState.error.message}</p>}
    </div>
  );
}
