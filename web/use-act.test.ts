// Tests what `useAct` promises to buttons: one action at a time, failures as messages, and busy
// until the end.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './api.ts';
import { newQueryClient } from './query-client.ts';
import { Toasts } from './ui/overlay/toasts.tsx';
import { type Act, useAct } from './use-act.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  return () => vi.unstubAllGlobals();
});

type Options = Parameters<typeof useAct>[1];
const refusal = new ApiFailure(409, { message: '名額已滿' });

/** Mounts a component that uses the hook; `now()` returns what the hook returned last. */
function mounted<I extends unknown[]>(work: (...input: I) => Promise<unknown>, options?: Options) {
  let last: Act<I> | undefined;
  const place = document.createElement('div');
  function Page() {
    last = useAct(work, options);
    return createElement(Toasts);
  }
  const page = createElement(
    QueryClientProvider,
    { client: newQueryClient({ freshMs: 0 }) },
    createElement(Page),
  );
  act(() => createRoot(place).render(page));
  return { now: () => last as Act<I>, place };
}

/** Returns a promise and the functions that resolve or reject it, which each test calls itself. */
function pending() {
  let succeed: () => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  return { promise, succeed, fail };
}

test('it is busy until the action has ended, and a second click does nothing', async () => {
  const { promise, succeed } = pending();
  const work = vi.fn<(id: string) => Promise<void>>(() => promise);
  const { now } = mounted(work);
  let first = Promise.resolve(false);
  let second = Promise.resolve(true);
  await act(async () => {
    // Both clicks happen before the button is rendered again.
    const { run } = now();
    first = run('a');
    second = run('b');
  });
  expect(now().busy).toBe(true);
  expect(await second).toBe(false);
  await act(async () => succeed());
  expect(await first).toBe(true);
  expect(work.mock.calls).toEqual([['a']]);
  expect(now()).toMatchObject({ busy: false, problem: '', failure: null });
});

test('a refusal is shown in its own words, until the next attempt', async () => {
  const tries = [pending(), pending()];
  let count = 0;
  const { now } = mounted(() => (tries[count++] as (typeof tries)[0]).promise);
  await act(async () => void now().run());
  await act(async () => tries[0]?.fail(refusal));
  expect(now()).toMatchObject({ busy: false, problem: '名額已滿', failure: refusal });
  await act(async () => void now().run());
  expect(now()).toMatchObject({ busy: true, problem: '' });
  await act(async () => tries[1]?.fail(new TypeError('x is not a function')));
  expect(now().problem).toBe('系統忙碌中，請稍後再試');
  await act(async () => now().clear());
  expect(now().problem).toBe('');
});

test('the texts may come from a function, and a toast replaces the problem', async () => {
  const other = mounted(() => Promise.reject(refusal), { words: () => '請重新整理' });
  await act(async () => expect(await other.now().run()).toBe(false));
  expect(other.now().problem).toBe('請重新整理');
  const toasted = mounted(() => Promise.reject(refusal), { toasted: 'danger' });
  await act(async () => expect(await toasted.now().run()).toBe(false));
  expect(toasted.now().problem).toBe('');
  expect(toasted.place.textContent).toContain('名額已滿');
});

test('it stays busy during what follows, also after a refusal', async () => {
  const reading = pending();
  const { now } = mounted(() => Promise.reject(refusal), { afterwards: () => reading.promise });
  await act(async () => void now().run());
  expect(now().busy).toBe(true);
  await act(async () => reading.succeed());
  expect(now()).toMatchObject({ busy: false, problem: '名額已滿' });
});

test('when the page is left it stays busy after a success only', async () => {
  const leaving = mounted(async () => {}, { leaves: true });
  await act(async () => void (await leaving.now().run()));
  expect(leaving.now().busy).toBe(true);
  const refused = mounted(() => Promise.reject(refusal), { leaves: true });
  await act(async () => void (await refused.now().run()));
  expect(refused.now().busy).toBe(false);
});

test('without a connection it runs and fails instead of waiting', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const { now } = mounted(() => Promise.reject(refusal));
  await act(async () => expect(await now().run()).toBe(false));
  expect(now().problem).toBe('名額已滿');
  window.dispatchEvent(new Event('online'));
  vi.restoreAllMocks();
});
