// Browser test of the screening list: two persons judge a member, and confirmed hits again.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { screeningJobs } from '../../server/verification/screening/screening.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** A name of the demonstration's list. */
const LISTED = '賀蘭無憂';

async function openTask(page: Page, { id }: Person): Promise<void> {
  const task = await openTaskId(server, 'screening_review', id);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
  await page.getByRole('heading', { level: 2, name: LISTED }).waitFor();
}

type Decision = { title: string; done: string; reason?: string };

async function decide(page: Page, member: Person, { title, done, reason }: Decision) {
  await openTask(page, member);
  await page.getByRole('radio', { name: title }).check();
  if (reason) await page.getByLabel('原因').fill(reason);
  await page.getByRole('button', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: done }).waitFor();
}

/** Returns a member who is on the list, and two operators of whom the second may only check. */
async function newHit() {
  const member = await newVerifiedMember(server, { name: LISTED });
  for (const job of screeningJobs) await job.run(server.services);
  const first = await operatorAt(server, pages, ['reviewer']);
  const second = await operatorAt(server, pages, ['approver']);
  const complaints = () =>
    [...first.complaints, ...second.complaints].filter((what) => !what.includes('401'));
  return { member, first: first.page, second: second.page, complaints };
}

test('two persons confirm a hit, and have it judged again', async () => {
  const { member, first, second, complaints } = await newHit();
  await openTask(first, member);
  await first.getByText('這位會員的款項暫停放行').waitFor();
  await first.getByText('示範名單（虛構）').waitFor();
  await expectAccessible(first);
  const reason = '生日與國籍都相同';
  await decide(first, member, { title: '提議認定相符', done: '已提議認定相符', reason });
  await openTask(second, member);
  await second.getByText(reason).waitFor();
  await expectAccessible(second);
  await decide(second, member, { title: '通過', done: '已通過' });

  await second.goto(`${server.officeUrl}/members/${member.id}`);
  await second.getByText('兩位同仁已認定是名單上的人').waitFor();
  await expectAccessible(second);
  await second.getByRole('button', { name: '重新查證名單' }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByLabel('原因').fill('會員提出護照');
  await dialog.getByRole('button', { name: '重新查證', exact: true }).click();
  await second.getByText('與名單上的人相似，等待兩位同仁查證').waitFor();
  expect(complaints()).toEqual([]);
});

test('the second person returns a proposal to clear a hit', async () => {
  const { member, first, second, complaints } = await newHit();
  const reason = '護照上的出生地不同';
  await decide(first, member, { title: '提議排除', done: '已提議排除', reason });
  await decide(second, member, { title: '退回', done: '已退回', reason: '請附上護照影本' });
  await openTask(first, member);
  await first.getByText('請附上護照影本').waitFor();
  expect(complaints()).toEqual([]);
});
