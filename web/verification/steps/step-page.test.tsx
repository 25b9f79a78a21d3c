// Test of the frame of a step: its stepping stones say what the member has really completed.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepPage } from './StepPage.tsx';
import type { StepId } from './steps.ts';

const file = vi.hoisted(() => ({ verifiedIDStage: 0, verifiedIDstatus: 0 }));
vi.mock(import('../../session.ts'), async (load) => {
  const session = await load();
  return { ...session, useSession: () => ({ ...session.currentSession(), verification: file }) };
});

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

/** Shows the page of a step to a member, and returns the state of each stone. */
async function stonesOn(id: StepId) {
  const place = document.createElement('div');
  document.body.append(place);
  const page = (
    <MemoryRouter>
      <StepPage id={id} title="一步">
        表單
      </StepPage>
    </MemoryRouter>
  );
  await act(async () => createRoot(place).render(page));
  const stones = [...place.querySelectorAll<HTMLElement>('[data-state]')];
  return stones.map(({ dataset }) => dataset['state']);
}

test.each<[StepId, number, number, string[]]>([
  // The page of a later step is closed, and what comes before it is not done.
  ['bank', 1, 0, ['done', 'now', 'next', 'next']],
  ['id', 0, 0, ['now', 'next', 'next', 'next']],
  // The page of the next step is open.
  ['id', 2, 0, ['done', 'done', 'now', 'next']],
  // A step that was handed in, and needs no change.
  ['phone', 4, 1, ['done', 'done', 'done', 'done']],
])('the page of %s at stage %i, status %i shows %j', async (id, stage, status, states) => {
  Object.assign(file, { verifiedIDStage: stage, verifiedIDstatus: status });
  expect(await stonesOn(id)).toEqual(states);
});
