// Actions of a person on a page, such as pressing a button, with the necessary waiting.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Name = string | RegExp;

/** Presses the first button of the page's main part with this name. */
export const press = (page: Page, name: Name) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
/** Presses as a person does, who holds the button long enough for the page to draw meanwhile. */
export async function pressSlowly(page: Page, what: Locator): Promise<void> {
  await what.hover();
  await page.mouse.down();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await page.mouse.up();
}
/** Presses the only button of the page's main part with exactly this name. */
export const pressOnly = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** Presses the only button with exactly this name, also in a dialog or the header. */
export const pressAnywhere = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
/** Follows the first link of the page's main part with this name. */
export const follow = (page: Page, name: Name) =>
  page.getByRole('main').getByRole('link', { name }).first().click();
/**
 * Answers the questions of the risk questionnaire that are still to come, one a screen, with the
 * answer at place `nth` (-1 for the last); ends at the risk text. Returns the box to agree to it.
 */
export async function answerQuestions(page: Page, nth: number): Promise<Locator> {
  const form = page.getByRole('form', { name: '風險屬性問卷' });
  const understood = form.getByRole('checkbox', { name: '我已閱讀並了解上述風險' });
  const place = form.getByText(/^第 \d／\d 題$/);
  await place.waitFor();
  while (!(await understood.isVisible())) {
    const before = await place.textContent();
    await form.getByRole('group').getByRole('radio').nth(nth).check();
    await form.getByRole('button', { name: '下一題' }).click();
    await expect.poll(() => place.textContent()).not.toBe(before);
  }
  return understood;
}
/** Waits for the message that says what a decision has done. */
export const isDecided = (page: Page, text: string) =>
  page.getByRole('region', { name: '最新訊息' }).getByText(text).first().waitFor();
/** Opens one section of the account page. */
export const openSection = (page: Page, name: '登入與安全' | '通知與顯示' | '資料與隱私') =>
  page.getByRole('navigation', { name: '帳戶管理的分類' }).getByRole('link', { name }).click();
export const heading = (page: Page, name: Name) =>
  page.getByRole('heading', { name }).first().waitFor();
export const expectText = (page: Page, words: Name) => page.getByText(words).first().waitFor();
export const expectToast = (page: Page, text: string) =>
  page.locator('.toast').getByText(text, { exact: true }).last().waitFor();

/** Returns the browser's complaints except 4xx responses, which are expected refusals. */
export const serious = (complaints: readonly string[]) =>
  complaints.filter((what) => !/status of 4\d\d/.test(what));

/** Closes the cards of notices, which would cover what comes next. */
export async function closeCards(page: Page): Promise<void> {
  const cards = page.getByRole('region', { name: '最新通知' });
  await cards.waitFor();
  const all = cards.getByRole('button', { name: '全部關閉' });
  if ((await all.count()) > 0) await all.click();
  // On a phone one card is shown at a time.
  else while (await cards.isVisible()) await cards.getByRole('button', { name: /^關閉「/ }).click();
}
