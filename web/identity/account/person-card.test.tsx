// Test of the card with the personal data of a member who has given none of it yet.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Account } from './account.ts';
import { PersonCard } from './PersonCard.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('says of each fact whether it was given', async () => {
  const account: Account = {
    email: 'new@example.com',
    emailVerifiedAt: '2026-11-28T00:00:00.000Z',
    isGoogleLogin: false,
    hasPassword: true,
    purpose: 'invest',
    createdAt: '2026-11-28T00:00:00.000Z',
    name: null,
    idNumberMasked: null,
    phoneMasked: '0912-***-678',
    birthday: null,
    occupation: null,
    company: null,
    jobTitle: null,
    annualIncome: null,
    maritalStatus: null,
    education: null,
    bank: null,
    verifiedIDStage: 1,
    verifiedIDstatus: 0,
    payoutsHeld: false,
    heldText: null,
  };
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(<PersonCard account={account} />));
  const facts = [...place.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  expect(facts.slice(0, -2)).toEqual([
    ['電子郵件', 'new@example.com'],
    ['姓名', '尚未填寫'],
    ['身分證字號', '尚未填寫'],
    ['手機號碼', '0912-***-678'],
    ['出生日期', '尚未填寫'],
    ['職業', '尚未填寫'],
    ['年收入', '尚未填寫'],
  ]);
});
