// Tests of the brand: facts about the company are configured, or marked as invented.
import { expect, test } from 'vitest';
import { brandFrom } from './brand.ts';

test('what is not configured is marked as invented', () => {
  const { invented, people } = brandFrom({});
  expect(Object.values(invented).every(Boolean)).toBe(true);
  expect(people.every(({ role, name, about }) => role && name && about)).toBe(true);
});

test('configured facts are taken as they are written', () => {
  const brand = brandFrom({
    BRAND_REGISTRATION: '12345675',
    BRAND_PEOPLE: '董事長 王小明 曾任 銀行經理；總經理 李大華',
  });
  expect(brand.registration).toBe('12345675');
  expect(brand.people).toEqual([
    { role: '董事長', name: '王小明', about: '曾任 銀行經理' },
    { role: '總經理', name: '李大華', about: '' },
  ]);
  expect(brand.invented).toMatchObject({ registration: false, people: false, entity: true });
});
