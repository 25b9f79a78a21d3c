// A borrower signs a contract by typing their name; also the texts that tests of signing wait for.
import type { Page } from 'playwright-core';
import { expectText, heading, press } from './acts.ts';
import { expectAccessible } from './axe.ts';

export async function signByName(page: Page): Promise<void> {
  await heading(page, '確認條款');
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  await heading(page, '簽名式樣');
  await press(page, '以姓名簽署');
  await press(page, '下一步');
}

export async function readWhole(page: Page): Promise<void> {
  await heading(page, '閱讀契約');
  await press(page, '下一步');
  await expectText(page, '請閱讀到契約最後');
  await expectAccessible(page);
  await page.locator('#annex-2').evaluate((annex) => annex.scrollIntoView({ block: 'end' }));
  await page.mouse.wheel(0, 2_000);
  await expectText(page, '已閱讀全文');
  await press(page, '下一步');
}
