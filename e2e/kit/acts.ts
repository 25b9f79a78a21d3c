// Actions of a person on a page, such as pressing a button, with the necessary waiting.
import type { Page } from 'playwright-core';

type Name = string | RegExp;

/** Presses the first button of the page's main part with this name. */
export const press = (page: Page, name: Name) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
/** Presses the only button of the page's main part with exactly this name. */
export const pressOnly = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
/** Presses the only button with exactly this name, also in a dialog or the header. */
export const pressAnywhere = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
/** Follows the first link of the page's main part with this name. */
export const follow = (page: Page, name: Name) =>
  page.getByRole('main').getByRole('link', { name }).first().click();
export const heading = (page: Page, name: Name) =>
  page.getByRole('heading', { name }).first().waitFor();
export const expectText = (page: Page, words: Name) => page.getByText(words).first().waitFor();
export const expectToast = (page: Page, text: string) =>
  page.locator('.toast').getByText(text, { exact: true }).last().waitFor();

/** Returns the browser's complaints except 4xx responses, which are expected refusals. */
export const serious = (complaints: readonly string[]) =>
  complaints.filter((what) => !/status of 4\d\d/.test(what));
