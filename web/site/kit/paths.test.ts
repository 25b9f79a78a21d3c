// Tests that paths.ts builds every path of the specification's route table; with a snapshot.
import { expect, test } from 'vitest';
import * as paths from './paths.ts';

/** The specification's route table, with the agreed aliases. */
const specified = [
  '/',
  '/about',
  '/account',
  '/account/invest',
  '/account/invest/ongoing',
  '/account/invest/ongoing/{id}',
  '/account/invest/ongoing/contract',
  '/account/invest/ongoing/contract/{id}',
  '/account/loan',
  '/account/loan/contract',
  '/account/loan/protect',
  '/account/notification',
  '/account/profile',
  '/account/profile/alter_bank',
  '/account/profile/alter_bank/bank',
  '/account/profile/alter_id',
  '/account/profile/alter_id/id',
  '/account/profile/alter_password',
  '/investment',
  '/investment/{detail}',
  '/investment/{detail}/confirm',
  '/investment/bank-transfer',
  '/investment/ErrorIndex',
  '/knowledge',
  '/knowledge/article',
  '/knowledge/article/{id}',
  '/knowledge/news',
  '/knowledge/news/{id}',
  '/knowledge/story',
  '/knowledge/story/{id}',
  '/loan/alllist',
  '/loan/{type}',
  '/loan/{plan?}/apply',
  '/loan/additional_document',
  '/loan/additional_document_success',
  '/loan/financial_proof',
  '/loan/success',
  '/member/login',
  '/member/register',
  '/member/forgot',
  '/member/resetPassword',
  '/member/verify',
  '/member/verifyStatus',
  '/member/profile',
  '/member/profile/basic',
  '/member/profile/bank',
  '/member/profile/id',
  '/member/profile/phone',
  '/member/additional_document',
  '/member/additional_document/bank',
  '/member/additional_document/basic',
  '/member/additional_document/id',
  '/support',
  '/support/invest',
  '/support/loan',
  '/support/member',
  '/support/policy',
  '/support/policy/allPolicies',
  '/support/policy/{id}',
  '/support/Search',
];
const agreed = [
  '/account/',
  '/account/invest/reports',
  '/account/trust',
  '/account/invoices',
  '/account/mandate',
  '/account/webhooks',
  '/account/webhooks/{id}',
  '/account/api',
  '/docs/',
  '/oauth/authorize',
  '/account/invoices/{number}',
  '/account/faker',
  '/account/faker_api',
  '/account/profile/bank',
  '/account/profile/id',
  '/account/profile/suitability',
  '/dev/style',
  '/loan/apply',
  '/loan/quote',
  '/sitemap',
  '/statistics',
  '/verify',
  '/impersonation',
];

/** Name of the route parameter that each builder's first argument fills. */
const parameters: Record<string, string> = {
  myHolding: '{id}',
  myInvestContract: '{id}',
  myInvoice: '{number}',
  myWebhook: '{id}',
  investCase: '{detail}',
  confirmInvest: '{detail}',
  article: '{id}',
  news: '{id}',
  story: '{id}',
  policy: '{id}',
  plan: '{type}',
};

type Build = (id?: string) => string;
const { apply, loadsDocument, ...builders } = paths;
const built = Object.entries(builders).map(([name, build]) =>
  decodeURIComponent((build as Build)(parameters[name])),
);
built.push(apply(), '/loan/{plan?}/apply');

test('each specified and agreed path has exactly one builder', () => {
  expect(built.toSorted()).toEqual([...specified, ...agreed].toSorted());
});

test('parameters and queries are encoded', () => {
  expect({
    case: paths.confirmInvest('18', 10_000),
    plan: apply('medical'),
    odd: paths.article('a/b?c'),
    login: paths.login({ redirectTo: '/account/invest?page=2', expired: true }),
    search: paths.supportSearch('提前清償'),
    order: paths.bankTransfer({ order: '7' }),
  }).toMatchInlineSnapshot(`
    {
      "case": "/investment/18/confirm?amount=10000",
      "login": "/member/login?redirectTo=%2Faccount%2Finvest%3Fpage%3D2&expired=1",
      "odd": "/knowledge/article/a%2Fb%3Fc",
      "order": "/investment/bank-transfer?order=7",
      "plan": "/loan/medical/apply",
      "search": "/support/Search?q=%E6%8F%90%E5%89%8D%E6%B8%85%E5%84%9F",
    }
  `);
});

test.each([
  ['/member/login', true],
  ['/member/login?redirectTo=%2F', true],
  ['/member/register', true],
  ['/member/registered', false],
  ['/docs/', true],
  ['/docs/#description/webhooks', true],
  ['/docsearch', false],
  ['/member/forgot', false],
])('%s loads a document: %s', (path, whole) => {
  expect(loadsDocument(path)).toBe(whole);
});
