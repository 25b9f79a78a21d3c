// 「我不是機器人」: one press, and the browser works something out; no puzzles for people.
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { idOf, useLabel } from '../form/Form.tsx';
import { api } from '../site/api.ts';
import { solve } from './proof-of-work.ts';

type State = 'idle' | 'working' | 'done' | 'failed';

const words: Record<State, string> = {
  idle: '我不是機器人',
  working: '驗證中，請稍候……',
  done: '驗證完成',
  failed: '驗證未完成，請再按一次',
};

/** A field of the form: its value is the token. `auto` begins at once, after a failed try. */
export function Captcha({ name, auto }: { name: string; auto: boolean }) {
  useLabel(name, { label: '「我不是機器人」驗證', verb: '選擇' });
  const { field, fieldState } = useController({ name });
  const [state, setState] = useState<State>('idle');
  const running = useRef<AbortController | null>(null);
  const error = fieldState.error?.message;
  const begin = async () => {
    if (state === 'working' || state === 'done') return;
    const controller = new AbortController();
    running.current = controller;
    setState('working');
    try {
      const { data } = await api.identity.captcha({}, { signal: controller.signal });
      const token = await solve(data, controller);
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
    // Once for each challenge; the form mounts it anew after a failed try.
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
