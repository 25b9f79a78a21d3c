// Captcha 「我不是機器人」: by default a single press and a proof of work in the browser, without puzzles.
// If reCAPTCHA is configured, its widget is shown instead.
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
type State = 'idle' | 'working' | 'done' | 'failed';

const words: Record<State, string> = {
  idle: '我不是機器人',
  working: '驗證中，請稍候……',
  done: '驗證完成',
  failed: '驗證未完成，請再按一次',
};

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

/**
 * A form field whose value is the token. With `auto`, the proof of work starts at once after a
 * failed attempt.
 */
export default function Captcha({ name, auto }: { name: string; auto: boolean }) {
  useLabel(name, { label: '「我不是機器人」驗證', verb: '選擇' });
  const { challenge, again } = useChallenge();
  if (challenge === null) return <Skeleton shape="block" className="h-14" />;
  if (challenge === 'none') return <Unavailable onAgain={again} />;
  if (challenge.kind === 'recaptcha') {
    return <RecaptchaField name={name} widget={challenge as Widget} onAgain={again} />;
  }
  return <WorkField name={name} auto={auto} challenge={challenge} />;
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

function WorkField({
  name,
  auto,
  challenge,
}: {
  name: string;
  auto: boolean;
  challenge: Challenge;
}) {
  const { field, fieldState } = useController({ name });
  const [state, setState] = useState<State>('idle');
  const running = useRef<AbortController | null>(null);
  const since = useRef(performance.now());
  const error = fieldState.error?.message;
  const begin = async () => {
    if (state === 'working' || state === 'done') return;
    const controller = new AbortController();
    running.current = controller;
    setState('working');
    try {
      const { signal } = controller;
      const fresh = state === 'idle' && performance.now() - since.current < SOLUTION_MS;
      const given = fresh ? challenge : (await api.identity.captcha({}, { signal })).data;
      const token = await solve(given, controller);
      if (controller.signal.aborted) return;
      setState(token ? 'done' : 'failed');
      if (token) field.onChange(token);
    } catch {
      if (!controller.signal.aborted) setState('failed');
    }
  };
  useEffect(() => {
    if (auto) void begin();
    return () => running.current?.abort();
    // Runs once per challenge; the form remounts it after a failed attempt.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="field">
      <button
        id={idOf(name)}
        type="button"
        className="captcha"
        data-state={state}
        aria-disabled={state === 'working' || state === 'done' || undefined}
        data-invalid={error && state !== 'done' ? '' : undefined}
        aria-describedby={error ? `${idOf(name)}-error` : `${idOf(name)}-about`}
        onClick={() => void begin()}
        ref={field.ref}
      >
        <span className="mark" aria-hidden="true">
          {state === 'working' && <span className="spinner" />}
          {state === 'done' && <Check size={18} />}
        </span>
        {words[state]}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : words[state]}
      </span>
      <p id={`${idOf(name)}-about`} className="field-hint">
        由您的瀏覽器在背景完成運算，不使用追蹤，也不需要辨識圖片
      </p>
      {error && state !== 'done' && (
        <p id={`${idOf(name)}-error`} className="field-error">
          {error}
        </p>
      )}
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
      {fieldState.error?.message && <p className="field-error">{fieldState.error.message}</p>}
    </div>
  );
}
