// Tests of facts about the company: they are configured, or marked as invented.
import { expect, test } from 'vitest';
import { companyFrom } from './company.ts';

test('what is not configured is marked as invented', () => {
  const { invented, people } = companyFrom({});
  expect(Object.values(invented).every(Boolean)).toBe(true);
  expect(people.every(({ role, name, about }) => role && name && about)).toBe(true);
});

test('configured facts are taken as they are written', () => {
  const company = companyFrom({
    BRAND_REGISTRATION: '12345675',
    BRAND_PEOPLE: '董事長 王小明 曾任 銀行經理；總經理 李大華',
  });
  expect(company.registration).toBe('12345675');
  expect(company.people).toEqual([
    { role: '董事長', name: '王小明', about: '曾任 銀行經理' },
    { role: '總經理', name: '李大華', about: '' },
  ]);
  expect(company.invented).toMatchObject({ registration: false, people: false, entity: true });
});
