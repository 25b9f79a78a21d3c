// Browser test of flags: a reviewer answers one, and the second reviewer reads the answer.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newMember } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { ownAccount, stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser({ whole: true });

async function checkAll(page: Page): Promise<void> {
  const rows = page.locator('.office-check');
  await rows.first().waitFor();
  for (let left = await rows.count(); left > 0; left -= 1) await page.keyboard.press('y');
}

test('a warning is answered, and the second person reads the answer', async () => {
  const steps = stepsOn(server);
  const member = await newMember(server);
  await steps.givePhone(member);
  await steps.giveBasic(member, { isPep: true });
  await steps.giveId(member);
  await steps.giveBank(member, ownAccount());
  const task = await openTaskId(server, 'identity_review', member.id);

  const one = await operatorAt(server, pages, ['reviewer']);
  await one.page.goto(`${server.officeUrl}/tasks/${task}`);
  await checkAll(one.page);
  const flags = one.page.getByRole('region', { name: '需確認的事項' });
  await flags.getByText('需兩位同仁').waitFor();
  await one.page.keyboard.press('a');
  await one.page.getByRole('status').getByText('還有 1 項需確認的事項未回答').waitFor();
  const usual = flags.getByRole('button', { name: '已取得財富與資金來源說明' });
  await usual.click();
  expect(await usual.getAttribute('aria-pressed')).toBe('true');
  await flags.getByRole('textbox').fill('已取得財富來源說明，附於備註');
  await expectAccessible(one.page);
  await flags.getByRole('textbox').blur();
  await one.page.keyboard.press('a');
  await isDecided(one.page, '已送另一位同仁決定');

  await one.page.goto(`${server.officeUrl}/tasks/${task}`);
  await one.page.getByText('這項工作由您經辦').waitFor();

  const two = await operatorAt(server, pages, ['reviewer']);
  await two.page.goto(`${server.officeUrl}/tasks/${task}`);
  await two.page.getByText('已取得財富來源說明，附於備註').waitFor();
  await checkAll(two.page);
  await expectAccessible(two.page);
  await two.page.keyboard.press('a');
  await isDecided(two.page, '已通過');
  expect((await steps.infoOf(member)).verifiedIDstatus).toBe(3);
});
