// Test of the rows of other loans in the step about finances.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FinanceStep } from './FinanceStep.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const nothing = () => undefined;

test('a row that was added and left alone has no errors', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const step = { values: {}, problems: {}, plan: undefined };
  const acts = { onKeep: nothing, onNext: nothing, onBack: nothing };
  await act(async () =>
    createRoot(place).render(
      <QueryClientProvider client={new QueryClient()}>
        <FinanceStep {...step} {...acts} />
      </QueryClientProvider>,
    ),
  );
  const button = [...place.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes('新增一筆貸款'),
  )!;
  await act(async () => button.click());
  const row = place.querySelector<HTMLElement>('fieldset.other-loan')!;
  // The keyboard goes on in the new row, but no field of it counts as visited.
  expect(row.contains(document.activeElement)).toBe(true);
  const invalid = () => row.querySelectorAll('[aria-invalid=true]').length;
  expect(invalid()).toBe(0);
  // A field that is visited and left has its own error, and its neighbours have none.
  const kind = row.querySelector('select')!;
  // The form checks a field when it has time, which no call of `act` can wrap.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  kind.focus();
  kind.blur();
  await vi.waitFor(() => expect(kind.getAttribute('aria-invalid')).toBe('true'));
  expect(invalid()).toBe(1);
});
