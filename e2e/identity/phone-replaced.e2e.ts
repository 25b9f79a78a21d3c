// A member changes the phone before submitting their documents: they confirm the change with the
// old phone first.
import { expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import { codeSentTo, newMember, newPhone } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

test('a verified phone is replaced after confirmation with it', async () => {
  const { email, id, token } = await newMember(server);
  const [old, next] = [newPhone(), newPhone()];
  await server.ok(verification.sendSmsCode, { phoneNumber: old }, { token });
  const first = { phoneNumber: old, smsCode: await codeSentTo(server, old) };
  await server.ok(verification.identifyPhone, first, { token });
  await server.rows(
    `update identity.sms_code set created_at = created_at - interval '2 minutes'
     where member_id = $1`,
    [id],
  );
  const { page } = await pages.open({ mobile: true });
  await enter(page, { email }, '/member/profile/phone');
  await page.getByLabel('手機號碼', { exact: true }).fill(next);
  await page.getByRole('button', { name: '取得驗證碼', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '更換手機號碼' });
  await dialog.getByText('這個帳戶已經驗證過另一支手機').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '取得驗證碼', exact: true }).click();
  await dialog.getByLabel('簡訊驗證碼').fill(await codeAfter(old, first.smsCode));
  await dialog.getByRole('button', { name: '繼續', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => codeSentTo(server, next)).toMatch(/^\d{6}$/);
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, next));
  await page.waitForURL((url) => url.pathname !== '/member/profile/phone');
  const moves = await server.rows(
    `select from tasks.audit where subject_type = 'member' and subject_id = $1
     and action = 'verification.phone_confirmed'`,
    [id],
  );
  expect(moves).toHaveLength(2);
});

/**
 * Waits until a code other than `before` is sent to this phone number, and returns the new code.
 */
async function codeAfter(phone: string, before: string): Promise<string> {
  await expect.poll(() => codeSentTo(server, phone)).not.toBe(before);
  return codeSentTo(server, phone);
}
