// The operators of the day in the browser tests: each works on a page, and their acts are counted.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import type { TestServer } from '../../../tests/server.ts';
import { pressAnywhere } from '../acts.ts';
import type { Pages } from '../browser.ts';
import { countActs } from '../counted-acts.ts';
import { operatorAt } from '../operator-at.ts';

export type Clerk = {
  page: Page;
  /** Opens a path of the office. */
  go(path: string): Promise<unknown>;
  /** Adds the acts and the time so far to the account of the role. */
  done(): Promise<void>;
};

type Effort = { acts: number; ms: number };

/** Opens the office for operators, and keeps account of what each piece of work takes. */
export function clerksOn(server: TestServer, pages: Pages) {
  const efforts = new Map<string, Effort>();

  /** Starts a piece of work of an operator with this role, under a name for the account. */
  async function clerk(role: Role, work: string): Promise<Clerk> {
    const { page, complaints } = await operatorAt(server, pages, [role]);
    const acts = await countActs(page);
    const from = performance.now();
    return {
      page,
      go: (path) => page.goto(server.officeUrl + path),
      async done() {
        const name = `${role}: ${work}`;
        const before = efforts.get(name) ?? { acts: 0, ms: 0 };
        const ms = before.ms + performance.now() - from;
        efforts.set(name, { acts: before.acts + (await acts()), ms });
        expect(complaints.filter((what) => !/status of 4\d\d/.test(what))).toEqual([]);
      },
    };
  }

  /** A table of the acts and seconds of each piece of work. */
  const account = () =>
    [...efforts]
      .map(([name, { acts, ms }]) => `${name}: ${acts} acts, ${Math.ceil(ms / 1000)} s`)
      .join('\n');

  return { clerk, account };
}

/** Takes the next task of a kind, and waits for the form of its decision. */
export async function takeNext({ page, go }: Clerk, kind: string): Promise<void> {
  await go(`/tasks?kind=${kind}`);
  await page.getByRole('button', { name: '取得下一件' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 2, name: '決定', exact: true }).waitFor();
}

/** Decides the task on the page, ticks what must be confirmed, and waits for the result. */
export async function decideIt(page: Page, choice: RegExp, button: string, result: RegExp) {
  const decision = page.locator('.office-decision');
  const radio = decision.getByRole('radio', { name: choice });
  if ((await radio.count()) > 0 && !(await radio.isChecked())) await radio.check();
  const box = decision.getByRole('checkbox');
  if ((await box.count()) > 0) await box.check();
  await pressAnywhere(page, button);
  await page.getByRole('heading', { level: 2, name: result }).waitFor();
}

/** Rows of a table that the page saves as CSV, without its heads. */
export async function downloadRows(page: Page): Promise<Record<string, string>[]> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下載 CSV', exact: true }).first().click();
  const text = (await readFile(await (await saved).path(), 'utf8')).replace(/^\uFEFF/, '');
  const [head = [], ...rows] = text.trim().split(/\r?\n/).map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

const cellsOf = (line: string) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    .slice(0, -1);
