// Test that a loan written off in the past bars its borrower until the office lifts the bar.
import { expect, test } from 'vitest';
import { lending } from '#contract/lending/calls.ts';
import { applicationOf } from '../../actors/loan.ts';
import { newBorrower } from '../../server/lending/testing/cases.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

// The test writes the loan off directly in the database, because the regular way takes half a year
// of jobs.
const server = useServer({ pages: 'built', invariants: false });
const pages = useBrowser();

test('an approver lifts a past loss with a reason, and its borrower may apply again', async () => {
  const borrower = await newBorrower(server);
  const { data: loan } = await server.ok(lending.apply, applicationOf(), borrower);
  const [maker, checker] = [await newOperator(server, ['finance']), await newOperator(server, [])];
  await server.rows(
    `with closed as (
       update lending.loan set status = 90, status_at = now(), settle_type = 'recovered'
       where id = $1)
     insert into servicing.write_off (loan_id, written_off_on, late_days, principal, interest,
       late_charges, court_costs, reason, proposed_by, approved_by)
     values ($1, current_date, 200, 80000, 0, 0, 0, '追償無著', $2, $3)`,
    [loan.id, maker.id, checker.id],
  );
  const standing = async () =>
    (await server.ok(lending.qualification, {}, borrower)).data.reasons.includes('PAST_LOSS');
  expect(await standing()).toBe(true);

  const { page, complaints } = await operatorAt(server, pages, ['approver']);
  await page.goto(`${server.officeUrl}/members/${borrower.id}`);
  await page.getByRole('heading', { name: '申貸資格' }).waitFor();
  await page.getByText('過去有借款未能全部收回').waitFor();
  await expectAccessible(page);
  const lift = page.getByRole('button', { name: '解除限制' });
  await lift.click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: '解除限制' });
  await send.click();
  await dialog.getByText('請輸入').first().waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('原因').fill('已與本人和解並補足差額');
  await send.click();
  await page.getByText(/解除限制：已與本人和解並補足差額/).waitFor();
  expect(await lift.count()).toBe(0);
  await expectAccessible(page);
  expect(await standing()).toBe(false);
  expect(complaints.filter((what) => !/\b401\b/.test(what))).toEqual([]);
});
