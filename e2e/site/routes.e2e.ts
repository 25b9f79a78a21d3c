// Every path in the specification's route table, as a visitor and as a verified member.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { disburse, EXAMPLE, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newVerifiedMember, signInAs } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser, type Watched } from '../kit/browser.ts';
import { walkByKeyboard } from '../kit/keyboard-walk.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Route table of the specification; parameters are in braces. */
const paths = JSON.parse(readFileSync('tests/data/routes.json', 'utf8')) as string[];

/** Destination to which a path without a page of its own redirects a verified member. */
const leads: Record<string, string> = {
  '/account': '/account/profile',
  '/member/login': '/',
  '/member/register': '/',
  '/member/forgot': '/account/profile/alter_password',
  '/member/verifyStatus': '/member/profile',
  // Without an application there is no submission to confirm.
  '/loan/success': '/loan/apply',
  '/loan/additional_document_success': '/account/loan',
};

/** Paths open to everybody; all others require a login. */
const open = [
  /^\/(about|investment)?$/,
  /^\/(knowledge|support)(\/|$)/,
  /^\/loan\/(alllist|\{type\})$/,
  /^\/member\/(login|register|forgot|resetPassword|verify|verifyStatus)$/,
];

/** Several addresses of the same page have the same title. */
const sameAs: Record<string, string> = {
  '/account/profile/alter_bank/bank': '/account/profile/alter_bank',
  '/account/profile/alter_id/id': '/account/profile/alter_id',
};

const ids: Record<string, string> = {};
let member = '';

beforeAll(async () => {
  const { id, email, token } = await newVerifiedMember(server);
  // Without a risk profile an order cannot be confirmed; the page would lead back to the order's
  // case.
  const answers = { version: 1, answers: [3, 3, 3, 3, 3, 3] };
  await server.ok(investing.answerSuitability, answers, { token });
  const one = { id, email, token: '' };
  const loan = await signedLoan(server, EXAMPLE, { investors: [one] });
  await disburse(server, loan, await newTeam(server));
  const [order] = loan.orderIds;
  Object.assign(ids, {
    '/account/invest/ongoing/{id}': `/account/invest/ongoing/${order}`,
    '/account/invest/ongoing/contract/{id}': `/account/invest/ongoing/contract/${order}`,
    '/knowledge/article/{id}': '/knowledge/article/45',
    '/knowledge/news/{id}': '/knowledge/news/101',
    '/knowledge/story/{id}': '/knowledge/story/201',
    '/support/policy/{id}': '/support/policy/terms',
    '/loan/{type}': '/loan/engineer',
    '/loan/{plan?}/apply': '/loan/engineer/apply',
  });
  const caseId = String(await newCase(server));
  ids['/investment/{detail}'] = `/investment/${caseId}`;
  ids['/investment/{detail}/confirm'] = `/investment/${caseId}/confirm?amount=1000`;
  const data = await signInAs(server, email);
  member = JSON.stringify(data);
});

const addressOf = (path: string) => ids[path] ?? path;
/** The address at which a verified member ends. */
const endFor = (path: string) => leads[path] ?? addressOf(path);

type Seen = { path: string; at: string; title: string; headings: number; broken: number };

/** Returns what the page shows once loading and redirects, to the address `end`, have finished. */
async function look(page: Page, path: string, end: string): Promise<Seen> {
  await page.goto(server.siteUrl + addressOf(path));
  await hydrated(page).catch(() => {});
  const isThere = ({ pathname, search }: URL) => pathname + search === end;
  await page.waitForURL(isThere, { timeout: 10_000 }).catch(() => {});
  // Waits until guards have redirected and skeletons are replaced; a page that never finishes is
  // inspected in its current state.
  const settled = () => document.querySelector('h1') && !document.querySelector('main [aria-busy]');
  await page.waitForFunction(settled, null, { timeout: 10_000 }).catch(() => {});
  const { pathname, search } = new URL(page.url());
  return {
    path,
    at: pathname + search,
    title: await page.title(),
    headings: await page.locator('h1').count(),
    broken: await page.locator('.error-page').count(),
  };
}

async function lookAtAll({ page }: Watched, expected: (path: string) => string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const path of paths) seen.push(await look(page, path, expected(path)));
  return seen;
}

/** Returns the problems found, one line each. */
function problems(seen: readonly Seen[], expected: (path: string) => string): string[] {
  const titles = new Map<string, string>();
  return seen.flatMap(({ path, at, title, headings, broken }) => {
    const wrong = [
      at !== expected(path) && `leads to ${at}, not ${expected(path)}`,
      headings !== 1 && `${headings} first headings`,
      broken > 0 && 'the error page',
    ].filter(Boolean);
    const page = sameAs[path] ?? path;
    const other = titles.get(title);
    if (at === addressOf(path) && other !== undefined && other !== page) {
      wrong.push(`the title of ${other}`);
    }
    if (at === addressOf(path)) titles.set(title, page);
    return wrong.map((what) => `${path}: ${String(what)}`);
  });
}

test('a visitor sees public pages, and is redirected to the login from the others', async () => {
  const watched = await pages.open();
  const login = (path: string) => `/member/login?redirectTo=${encodeURIComponent(addressOf(path))}`;
  const expected = (path: string) => {
    if (open.some((one) => one.test(path))) return addressOf(path);
    return login(path === '/account' ? '/account/profile' : path);
  };
  expect(problems(await lookAtAll(watched, expected), expected)).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

/** Stores the member in the browser, so that a page opens as that member. */
const asMember = ({ page }: Watched) =>
  page.addInitScript((user) => {
    if (!localStorage.getItem('user')) localStorage.setItem('user', user);
  }, member);

const entrances = /^\/member\/(login|register|forgot)$/;

/** Walks with Tab over the page that `look` has opened; returns what is wrong with it. */
const walked = async (page: Page, path: string) =>
  (await walkByKeyboard(page)).map((what) => `${path}: ${what}`);

test('the pages that members are led away from can be used with Tab alone', async () => {
  const { page } = await pages.open();
  const wrong: string[] = [];
  for (const path of paths.filter((one) => entrances.test(one))) {
    await look(page, path, addressOf(path));
    wrong.push(...(await walked(page, path)));
  }
  expect(wrong).toEqual([]);
});

test(
  'a verified member sees every page, with one main heading and one title each, by Tab alone',
  { timeout: 400_000 },
  async () => {
    const watched = await pages.open();
    await asMember(watched);
    const seen: Seen[] = [];
    const wrong: string[] = [];
    for (const path of paths) {
      seen.push(await look(watched.page, path, endFor(path)));
      if (!entrances.test(path)) wrong.push(...(await walked(watched.page, path)));
    }
    expect([...problems(seen, endFor), ...wrong]).toEqual([]);
    expect(watched.complaints.filter((what) => !/status of 4\d\d/.test(what))).toEqual([]);
  },
);
