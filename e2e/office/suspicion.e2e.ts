// Browser test of a suspicion: reported in the review of an identity, and decided by an approver.
import { expect, test } from 'vitest';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('a reviewer asks for corrections and reports a suspicion in one act', async () => {
  const member = await stepsOn(server).memberAt(4);
  const task = await openTaskId(server, 'identity_review', member.id);
  const { page, complaints } = await operatorAt(server, pages, ['reviewer'], `/tasks/${task}`);
  await page.getByText('身分證字號的檢查碼正確').waitFor();
  await page.getByText('發證日期合理').waitFor();
  await page.getByText('上傳的文件沒有其他會員用過').waitFor();
  await pressAnywhere(page, '取得');
  await page.locator('.office-check').first().waitFor();
  await page.keyboard.press('x');
  await page.getByLabel('基本資料的常用原因').selectOption('資料與證件不符');
  await page.getByLabel('可疑之處').fill('證件有拼接痕跡');
  await expectAccessible(page);
  await pressAnywhere(page, '不符並通報可疑');
  await isDecided(page, '已要求補件');

  const id = await openTaskId(server, 'suspicion_review', member.id);
  const second = await operatorAt(server, pages, ['approver'], `/tasks/${id}`);
  await second.page.getByText('證件有拼接痕跡').waitFor();
  await second.page.getByText('請勿告知會員').waitFor();
  await second.page.getByRole('radio', { name: /^申報/ }).check();
  await second.page.getByRole('textbox', { name: '原因' }).fill('115/11/23 調防字第 1 號');
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '申報');
  await second.page.getByRole('heading', { level: 2, name: '已申報' }).waitFor();
  expect([...complaints, ...second.complaints]).toEqual([]);
});
