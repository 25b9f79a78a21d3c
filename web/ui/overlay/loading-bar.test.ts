// Test of the loading bar: it appears after 200 ms, waits 200 ms before the next run, and is red if
// a request fails.
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoadingBar } from './LoadingBar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown() {
  const place = document.createElement('div');
  const root = createRoot(place);
  const set = (active: boolean, failures = 0) =>
    act(() => root.render(createElement(LoadingBar, { active, failures })));
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    return place.firstElementChild?.getAttribute('data-state');
  };
  return { set, after, bar: () => place.firstElementChild };
}

test('what takes less than 200 ms is never shown', () => {
  const { set, after } = shown();
  set(true);
  expect(after(199)).toBe('idle');
  set(false);
  expect(after(1_000)).toBe('idle');
});

test('what takes longer is shown, with a name, until it is done', () => {
  const { set, after, bar } = shown();
  set(true);
  expect(after(200)).toBe('loading');
  const line = bar()?.firstElementChild;
  expect(line?.getAttribute('role')).toBe('progressbar');
  expect(line?.getAttribute('aria-label')).toBe('載入中');
  set(false);
  expect(after(200)).toBe('done');
  expect(after(1_000)).toBe('idle');
});

test('requests less than 200 ms apart are one run', () => {
  const { set, after } = shown();
  set(true);
  after(300);
  set(false);
  expect(after(150)).toBe('loading');
  set(true);
  expect(after(200)).toBe('loading');
});

test('a failure is shown at once and disappears after a second', () => {
  const { set, after } = shown();
  set(true);
  set(false, 1);
  expect(after(0)).toBe('failed');
  expect(after(1_000)).toBe('idle');
});
