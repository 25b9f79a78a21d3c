// Tests of the licences of what we ship.
import { expect, test } from 'vitest';
import { isAllowed, noticesOf, shippedPackages } from './notices.ts';

test('each package that we ship has a licence that allows it', () => {
  const packages = shippedPackages('.');
  expect(packages.length).toBeGreaterThan(100);
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0)', true],
  ['MIT AND OFL-1.1', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['(AGPL-3.0 OR SSPL-1.0)', false],
  ['', false],
])('the licence %j may be shipped: %s', (licence, may) => {
  expect(isAllowed(licence)).toBe(may);
});

test('the notices contain the text of a licence once for each version of a package', () => {
  const [pg] = shippedPackages('.').filter(({ name }) => name === 'pg');
  const text = noticesOf([pg!]);
  expect(text).toContain(`pg ${pg!.version}\nLicence: MIT\n`);
  expect(text).toContain('Permission is hereby granted, free of charge');
});
