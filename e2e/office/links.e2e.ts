// Browser test of what members have in common: on the member's page, and in the review of a loan.
import { expect, test } from 'vitest';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('a reviewer follows a link between members from the review to their page', async () => {
  const office = await newOffice(server);
  const { borrower, loan } = await audited(server, office);
  const twin = await newVerifiedMember(server);
  await server.rows('update verification.profile set annual_income = 4 where member_id = $1', [
    borrower.id,
  ]);
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, twin.id],
  );
  const id = await openTaskId(server, 'loan_review', loan.id);
  const { page, complaints } = await operatorAt(server, pages, ['reviewer'], `/tasks/${id}`);
  const compared = page.locator('section').filter({ hasText: '交叉比對' }).last();
  await compared.getByText('年收入級距與財力證明不符').waitFor();
  await compared.getByText(/身分驗證申報/).waitFor();
  await expectAccessible(page);
  // The phone of the contact person is masked until the reviewer asks for it, which is recorded.
  const household = page.locator('section').filter({ hasText: '家庭與聯絡人' }).last();
  await household.getByText(/^09\d\d-\*{3}-\d{3}，/).waitFor();
  await household.getByRole('button', { name: '顯示完整號碼' }).click();
  await household.getByText(/^09\d{8}，/).waitFor();
  expect(await household.getByRole('button').count()).toBe(0);
  await expectAccessible(page);
  const reads = await server.rows(
    `select 1 from tasks.audit where action = 'loan.contact_read' and subject_id = $1`,
    [loan.id],
  );
  expect(reads).toHaveLength(1);
  await compared
    .getByRole('link', { name: `會員 ${twin.id}` })
    .first()
    .click();
  await page.getByRole('heading', { level: 2, name: '與其他會員的關聯' }).waitFor();
  await page.getByRole('button', { name: '查看關聯' }).click();
  await page.getByText('同一個地址').waitFor();
  await page.getByText(/家人同住很常見/).waitFor();
  await expectAccessible(page);
  const looks = await server.rows(
    `select 1 from tasks.audit where action = 'verification.links_read' and subject_id = $1`,
    [twin.id],
  );
  expect(looks).toHaveLength(1);
  expect(complaints).toEqual([]);
});
