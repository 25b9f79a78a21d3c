// Browser test of the proof log: an investor sees what the log has about an order, downloads the
// proof, and any browser verifies it without an account; a flipped byte is refused.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { proofs } from '#contract/proofs/calls.ts';
import { funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { integrate } from '../../server/proofs/log.ts';
import { cosign } from '../../server/proofs/witnesses.ts';
import { disburse, newTeam, type TestLoan } from '../../tests/actors/loans.ts';
import type { Person } from '../../tests/actors/people.ts';
import { openWitness } from '../../tests/actors/witness.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, press } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const witness = await openWitness('witness.example');
afterAll(() => witness.close());
const PROOF_WITNESSES = `${witness.key} ${witness.url}`;
const witnessed = useServer({ pages: 'built', environment: { PROOF_WITNESSES } });
const pages = useBrowser();
const { enter } = visitsOf(server);

let investor: Person;
let address: string;
let loanId: number;
let caseNo: string;
let text: string;

beforeAll(async () => {
  const made = await funded(server, await newOffice(server));
  investor = made.investors[0]!;
  caseNo = made.loan.caseNo;
  loanId = Number(made.loan.id);
  const [order] = (await server.ok(investing.orders, {}, investor)).data;
  address = `/account/invest/ongoing/${order!.id}`;
  await integrate(server.services);
  await sign(server, made.borrower);
});

test('an investor follows their order into the log and downloads its proof', async () => {
  const { page, complaints } = await pages.open();
  await enter(page, investor, address);
  const card = page.locator('section', { has: page.getByRole('heading', { name: '公開紀錄' }) });
  await card.getByText('案件上架').waitFor();
  await card.getByText('第 1 筆').waitFor();
  await expectText(page, '約一分鐘內寫入');
  expect(await card.getByRole('button').count()).toBe(0);

  await disburse(server, { id: loanId } as TestLoan, await newTeam(server));
  await integrate(server.services);
  await page.reload();
  for (const said of ['借款人本人確認', '借款契約簽署', '您的出資', '銀行撥款']) {
    await card.getByRole('listitem').filter({ hasText: said }).waitFor();
  }
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: '下載出資證明' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^出資證明-P\d{8}\.json$/);
  text = await readFile((await file.path())!, 'utf8');
  await card.getByRole('link', { name: '驗證出資證明' }).click();
  await page.getByRole('heading', { name: '驗證出資證明', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

/** Chooses a file with this text and presses the button. */
async function verify(page: Page, content: string): Promise<void> {
  const buffer = Buffer.from(content);
  const file = { name: 'proof.json', mimeType: 'application/json', buffer };
  await page.getByLabel('證明檔').setInputFiles(file);
  await press(page, '驗證');
}

test('a visitor verifies the proof on the page, and a flipped byte is refused', async () => {
  const { page, complaints } = await pages.open();
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') uploads.push(request.url());
  });
  await page.goto(`${server.siteUrl}/verify`);
  await hydrated(page);
  const key = page.getByLabel('公開金鑰');
  await expect.poll(() => key.inputValue()).toMatch(/\/log\+[0-9a-f]{8}\+/);
  await press(page, '驗證');
  await expectText(page, '請選擇證明檔');
  await expectAccessible(page);

  // A dropped file is taken as a chosen one is.
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'proof.json', { type: 'application/json' }));
    return data;
  }, text);
  await page.getByLabel('證明檔').dispatchEvent('drop', { dataTransfer: dropped });
  await press(page, '驗證');
  await expectText(page, '驗證相符');
  const table = page.getByRole('table', { name: '證明的內容' });
  for (const said of [caseNo, '10,000', '銀行撥款', '借款人本人確認']) {
    await table.getByText(said).first().waitFor();
  }
  await expectAccessible(page);

  // Every kind of change: the facts, a neighbour in the tree, the signature, and the file itself.
  const flipped = (part: RegExp) =>
    text.replace(part, (found) => found.slice(0, -1) + (found.endsWith('A') ? 'B' : 'A'));
  const changes: [string, string][] = [
    [text.replace('10000', '10001'), '原文被改過'],
    [flipped(/"path": \[\s+".{20}/), '不在公開紀錄的那個位置'],
    [flipped(/— .{60}/), '簽章不是這把公開金鑰簽的'],
    ['{}', '這不是出資證明檔'],
  ];
  for (const [changed, said] of changes) {
    expect(changed).not.toBe(text);
    await verify(page, changed);
    await page.getByRole('alert').getByText(said).waitFor();
  }
  await page.getByText('用自己抄下的金鑰驗證').click();
  const own = await key.inputValue();
  await key.fill(own.replace('+', 'x+'));
  await verify(page, text);
  await page.getByRole('alert').getByText('公開金鑰的格式不正確').waitFor();
  expect(uploads, 'the file never leaves the browser').toEqual([]);
  expect(complaints).toEqual([]);
});

test('a visitor demands witnesses, and too few are refused', async () => {
  const made = await funded(witnessed, await newOffice(witnessed));
  await sign(witnessed, made.borrower);
  await integrate(witnessed.services);
  witness.log = (await witnessed.ok(proofs.proofLog, {})).data.key;
  await cosign(witnessed.services);
  const [order] = (await witnessed.ok(investing.orders, {}, made.investors[0]!)).data;
  const input = { invest_id: order!.id };
  const { body } = await witnessed.ask(proofs.orderProof, input, made.investors[0]!);
  const { page, complaints } = await pages.open();
  await page.goto(`${witnessed.siteUrl}/verify`);
  await hydrated(page);
  await page.getByText('1 位').waitFor();
  await expectAccessible(page);
  await verify(page, JSON.stringify(body));
  await expectText(page, '共同簽章的見證人：witness.example');
  const other = await openWitness('other.example');
  await other.close();
  await page.getByText('用自己抄下的金鑰驗證').click();
  await page.getByLabel('見證人金鑰').fill(`${witness.key} ${other.key}`);
  await page.getByLabel('至少幾位見證人簽章').fill('2');
  await verify(page, JSON.stringify(body));
  await page.getByRole('alert').getByText('共同簽章的見證人不足').waitFor();
  expect(complaints).toEqual([]);
});
