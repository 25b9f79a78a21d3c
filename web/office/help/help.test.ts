// Test that every page of the menu has help, and that its entries in the runbook exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Role, roleText } from '#contract/core/endpoint.ts';
import { identityImpersonationOffice } from '#contract/identity/impersonation.ts';
import { identityMembersOffice } from '#contract/identity/members.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { verificationHoldsOffice } from '#contract/verification/payout-holds.ts';
import { navigation } from '../navigation.ts';
import { members } from '../paths.ts';
import { helpAt, helpByPath } from './help.ts';

test.each(navigation)('$text has help, on its own page and below', ({ to }) => {
  const help = helpByPath[to];
  expect(help?.purpose).toMatch(/。$/);
  expect(help?.acts.length).toBeGreaterThan(0);
  expect(helpAt(to)).toBe(help);
  if (to !== '/') expect(helpAt(`${to}/1`)).toBe(help);
});

test('no help is for a page that does not exist', () => {
  expect(Object.keys(helpByPath).toSorted()).toEqual(navigation.map(({ to }) => to).toSorted());
  expect(helpAt('/nowhere')).toBeNull();
});

test('every entry of the runbook exists', () => {
  const headings = readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm);
  const anchors = [...headings].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
  for (const { runbook } of Object.values(helpByPath)) {
    if (runbook !== undefined) expect(anchors).toContain(runbook);
  }
});

test('the help of members names the roles that the calls allow', () => {
  const { revealMember, resetStage } = verificationMembersOffice;
  const { suspendMember, liftSuspension } = identityMembersOffice;
  const acts = new Map(helpByPath[members()]?.acts);
  const namesOf = (roles: readonly Role[]) => roles.map((role) => roleText[role]).join('、');
  expect(liftSuspension.roles).toEqual(suspendMember.roles);
  expect(acts.get('顯示遮蔽的資料（留下紀錄）')).toBe(namesOf(revealMember.roles));
  expect(acts.get('重設驗證步驟')).toBe(namesOf(resetStage.roles));
  expect(acts.get('暫停與恢復帳戶')).toBe(namesOf(suspendMember.roles));
  const { holdPayouts, liftPayoutHold } = verificationHoldsOffice;
  expect(liftPayoutHold.roles).toEqual(holdPayouts.roles);
  expect(acts.get('暫停與解除撥付（由另一位同仁覆核）')).toBe(namesOf(holdPayouts.roles));
  const { startImpersonation } = identityImpersonationOffice;
  expect(acts.get('代看會員畫面')).toBe(namesOf(startImpersonation.roles));
});
