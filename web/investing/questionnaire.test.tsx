// Test of the risk questionnaire: what was answered before is restored, and read once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFormDraft } from '../drafts.ts';
import { draftKeyOf } from '../form/use-form-draft.ts';
import { Questionnaire, type State } from './Questionnaire.tsx';

let root: Root | null = null;
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
  sessionStorage.clear();
});

const question = (id: number) => ({ id, text: `Question ${id}`, options: ['one', 'two'] });
const state = {
  version: 3,
  questions: [question(1), question(2)],
  risk: { version: 1, points: ['risk'] },
  profile: null,
} as unknown as State;

async function show(): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <Questionnaire state={state} onDone={() => {}} />
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '/', element: page }], {
    initialEntries: ['/?question=2'],
  });
  root = createRoot(place);
  await act(async () => root!.render(<RouterProvider router={router} />));
  return place;
}

test('it goes on at the answers of the draft, which is read once', async () => {
  keepFormDraft(draftKeyOf('suitability-3'), { q1: 1, q2: 2 });
  // Not on the prototype: once an earlier file has read it, the storage has a method of its own.
  const read = vi.spyOn(sessionStorage, 'getItem');
  const place = await show();
  expect(place.textContent).toContain('已載入您先前的回答');
  expect(place.textContent).toContain('2. Question 2');
  const chosen = place.querySelector<HTMLInputElement>('input[type=radio]:checked');
  expect(chosen?.value).toBe('2');
  const drafts = read.mock.calls.filter(([name]) => name.startsWith('form-draft:'));
  expect(drafts).toHaveLength(1);
});

test('without a draft it begins at the first question', async () => {
  const place = await show();
  expect(place.textContent).toContain('1. Question 1');
  expect(place.textContent).not.toContain('已帶回');
});
