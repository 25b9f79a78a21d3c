// Tests of saving drafts: they are sent while the user types, stored on the device without a
// connection, and never overwrite another device's draft.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  DraftKeeper,
  dropUnsent,
  keepUnsent,
  openedDraft,
  readUnsent,
  type Draft,
} from './apply-draft.ts';

const stored = {
  version: 3,
  reached: 2,
  values: { amount: 50_000 },
  savedAt: '2026-11-20T06:32:00Z',
};
const mine: Draft = { values: { amount: 80_000 }, reached: 4, version: 3, device: 'here' };

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** A fake server with one draft; `state.down` and `state.version` control its answers. */
function serverOf(state: { version: number; down?: boolean }) {
  const saved: Draft[] = [];
  const save = async (draft: Draft) => {
    if (state.down) throw new Error('offline');
    if (draft.version !== state.version) throw new Error('changed');
    saved.push(draft);
    state.version += 1;
    return { version: state.version, savedAt: stored.savedAt };
  };
  const newerIn = (error: unknown) =>
    error instanceof Error && error.message === 'changed'
      ? { version: state.version, savedAt: null }
      : null;
  const open = (unsent: Draft | null = null, server: typeof stored | null = stored) =>
    new DraftKeeper('1', openedDraft(unsent, server), save, newerIn);
  return { saved, open };
}

test('unsent input is stored for its member only', () => {
  keepUnsent('1', mine);
  expect(readUnsent('1')).toEqual(mine);
  expect(readUnsent('2')).toBeNull();
  localStorage.setItem('loan-draft:3', 'not JSON');
  expect(readUnsent('3')).toBeNull();
  dropUnsent('1');
  expect(readUnsent('1')).toBeNull();
});

test('starts with this device’s unsent input, else with the server’s', () => {
  expect(openedDraft(null, null)).toMatchObject({ draft: { reached: 0, version: 0 }, newer: null });
  expect(openedDraft(null, stored)).toMatchObject({ draft: { reached: 2 }, where: 'server' });
  expect(openedDraft(mine, stored)).toMatchObject({ draft: mine, where: 'device', newer: null });
  // The same content was sent before and only the answer was lost, so the user is not asked which
  // draft to keep.
  const same = { ...mine, version: 2, values: stored.values };
  expect(openedDraft(same, stored)).toMatchObject({ draft: { version: 3 }, newer: null });
  const behind = { ...mine, version: 2 };
  expect(openedDraft(behind, stored).newer).toEqual({ version: 3, savedAt: stored.savedAt });
  expect(openedDraft(mine, null).newer).toEqual({ version: 0, savedAt: null });
});

test('input is sent a moment later, once, and then no copy stays here', async () => {
  const { saved, open } = serverOf({ version: 3 });
  const keeper = open();
  keeper.typed({ amount: 60_000 });
  keeper.typed({ amount: 70_000 });
  expect(readUnsent('1')?.values).toEqual({ amount: 70_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved.map(({ values }) => values)).toEqual([{ amount: 70_000 }]);
  expect(readUnsent('1')).toBeNull();
  expect(keeper.current()).toMatchObject({ where: 'server', draft: { version: 4 } });
});

test('offline it stays here and is sent when the connection returns', async () => {
  const state = { version: 3, down: true };
  const { saved, open } = serverOf(state);
  const keeper = open();
  await keeper.keep({ reached: 3 });
  expect(keeper.current().where).toBe('device');
  expect(readUnsent('1')?.reached).toBe(3);
  state.down = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(saved).toHaveLength(1);
  expect(keeper.current().where).toBe('server');
});

test('another device’s input is not overwritten until the member agrees', async () => {
  const state = { version: 5 };
  const { saved, open } = serverOf(state);
  const keeper = open();
  await keeper.keep({ reached: 3 });
  expect(keeper.current().newer).toEqual({ version: 5, savedAt: null });
  await keeper.keep({ reached: 4 });
  expect(saved).toEqual([]);
  await keeper.insist();
  expect(saved).toMatchObject([{ reached: 4, version: 5 }]);
  expect(keeper.current().newer).toBeNull();

  const other = open();
  await other.keep({ reached: 1 });
  other.take({ ...stored, version: 6, reached: 5 });
  expect(other.current()).toMatchObject({ draft: { reached: 5, version: 6 }, newer: null });
  expect(readUnsent('1')).toBeNull();
});

test('after the submission nothing is left or sent', async () => {
  const { saved, open } = serverOf({ version: 3 });
  const keeper = open();
  keeper.typed({ amount: 90_000 });
  keeper.used();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saved).toEqual([]);
  expect(readUnsent('1')).toBeNull();
});
