// A second application while the first is in progress is refused; fields of the steps show the
// whole of their text on a phone; an application that does not go to review by itself is sent.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applicationOf, loanOf } from '../../actors/loan.ts';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { verifyPhone } from '../../actors/member.ts';
import {
  agreedBefore,
  applied,
  newBorrower,
  proveIncome,
} from '../../server/lending/testing/cases.ts';
import { newMember, newPhone } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { heading, press, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

/** Returns the fields of which some text, or some option, is wider than the room for it. */
const cutFields = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const cut: string[] = [];
    let count = 0;
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'main select, main input:not([type=radio], [type=checkbox], [type=file], [type=range])',
    )) {
      if (!field.checkVisibility()) continue;
      const style = getComputedStyle(field);
      pen.font = `${style.fontSize} ${style.fontFamily}`;
      const room =
        field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const texts =
        field instanceof HTMLSelectElement
          ? [...field.options].map(({ text }) => text)
          : [field.value, field.placeholder];
      count += 1;
      for (const text of texts) {
        const width = pen.measureText(text).width;
        if (width > room) cut.push(`${field.ariaLabel ?? field.name}: ${text} ${width} of ${room}`);
      }
    }
    return { cut, count };
  });

async function expectNothingCut(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const { cut, count } = await cutFields(page);
  expect(cut).toEqual([]);
  return count;
}

test('who has applied elsewhere meanwhile reads so, and is led to that application', async () => {
  const borrower = await newBorrower(server);
  const how = { token: borrower.token };
  const values = { ...applicationOf(), hasCards: true };
  const device = '7b1b1a55-4c9f-4a25-8f3a-0c7f5b0f6c11';
  await server.ok(applying.saveLoanDraft, { version: 0, device, reached: 7, values }, how);
  const { page, calls, complaints } = await pages.open({ mobile: true });
  await page.setViewportSize({ width: 375, height: 812 });
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '繼續填寫');
  await heading(page, '確認與送出');
  let fields = 0;
  for (const [no, name] of [
    '借款需求',
    '資金用途',
    '工作與收入',
    '家庭與居住',
    '財務狀況',
  ].entries()) {
    await visit(page, `/loan/engineer/apply?step=${no + 1}`);
    await heading(page, name);
    fields += await expectNothingCut(page);
  }
  expect(fields).toBeGreaterThan(15);
  await visit(page, '/loan/engineer/apply?step=8');
  await heading(page, '確認與送出');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  // Meanwhile the same person sends the application on another device.
  const { data: loan } = await server.ok(lending.apply, applicationOf(), how);
  await press(page, '送出申請');
  await heading(page, `您已有申貸案 ${loan.caseNo}`);
  expect(calls).toContain('POST /v1/loan/apply 409');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: '前往查看' }).click();
  await page.waitForURL('**/account/loan');
  await page.getByText(loan.caseNo).first().waitFor();
  await visit(page, '/member/profile');
  await page.getByRole('main').getByRole('link', { name: '查看我的申貸案' }).waitFor();
  expect(await page.getByRole('link', { name: '開始申貸' }).count()).toBe(0);
  await expectAccessible(page);
  const { data: loans } = await server.ok(lending.myLoans, {}, how);
  expect(loans).toHaveLength(1);
  expect(serious(complaints)).toEqual([]);
});

test('who agreed to an older text sends the application when everything is there', async () => {
  const { borrower, loan } = await applied(server);
  await agreedBefore(server, loan.id);
  await proveIncome(server, borrower);
  const { page, calls, complaints } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan');
  await expectAccessible(page);
  await press(page, '送出審核');
  await page.getByRole('status').filter({ hasText: '已送出審核' }).waitFor();
  expect(calls).toContain('POST /v1/loan/audit 200');
  expect((await loanOf(server, borrower)).status).toBe(20);
  expect(serious(complaints)).toEqual([]);
});

test('the parts of a day show their whole text on a phone', async () => {
  const person = await newMember(server);
  await verifyPhone(server, newPhone(), { token: person.token });
  const { page } = await pages.open({ mobile: true });
  await page.setViewportSize({ width: 375, height: 812 });
  await enter(page, person, '/member/profile/basic');
  await page.getByLabel('日', { exact: true }).waitFor();
  expect(await expectNothingCut(page)).toBeGreaterThan(5);
});
