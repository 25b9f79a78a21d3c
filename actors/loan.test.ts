// Tests the contact persons that invented borrowers name.
import { expect, test } from 'vitest';
import { applicationSchema } from '#contract/lending/loan-application.ts';
import { applicationOf, contactOf } from './loan.ts';

test('each borrower names their own contact, who is somebody else', () => {
  const phones = ['0912345678', '0987654321', '0912344321', '0900000000'];
  const contacts = phones.map((phone) => contactOf({ name: '陳大文', phone }));
  expect(contacts[0]).toEqual({ name: '陳美華', relationship: 2, phone: '0987654321' });
  contacts.forEach((contact, i) => {
    expect(contact.phone).not.toBe(phones[i]);
    expect(applicationSchema.safeParse(applicationOf({ contact })).success).toBe(true);
  });
});
