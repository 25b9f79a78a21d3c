// Tests every vector of tests/data/id-vectors.json, and that a single wrong digit is always
// detected.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../tests/data/id-vectors.json' with { type: 'json' };
import { isUbn, normalisedMobile, personalNumberKind } from './personal-number.ts';

const { valid, invalid, ubn, mobile } = vectors;

describe('a personal number', () => {
  it.each(valid.national)('%s is a national ID', (text) => {
    expect(personalNumberKind(text)).toBe('national');
  });
  it.each(valid.resident_new)('%s belongs to a resident', (text) => {
    expect(personalNumberKind(text)).toBe('residentNew');
  });
  it.each(valid.resident_old)('%s is an earlier resident number', (text) => {
    expect(personalNumberKind(text)).toBe('residentOld');
  });
  it.each([...invalid, '', 'A123456789 ', 'Ａ123456789', 'A1234567890'])(
    '%j is invalid',
    (text) => {
      expect(personalNumberKind(text)).toBeNull();
    },
  );

  it('with each first letter follows the published table', () => {
    for (const [letter, number] of Object.entries(vectors.letter_map)) {
      const sums = Array.from({ length: 10 }, (_, check) => `${letter}10000000${check}`);
      const check = (((-Math.floor(number / 10) - (number % 10) * 9 - 8) % 10) + 10) % 10;
      expect(sums.filter((text) => personalNumberKind(text) !== null)).toEqual([sums[check]]);
    }
  });

  it('with a mistyped check digit is not valid', () => {
    const good = fc.constantFrom(...valid.national, ...valid.resident_new, ...valid.resident_old);
    fc.assert(
      fc.property(good, fc.integer({ min: 1, max: 9 }), (text, by) => {
        const last = (Number(text[9]) + by) % 10;
        expect(personalNumberKind(text.slice(0, 9) + last)).toBeNull();
      }),
    );
  });
});

describe('a mobile number', () => {
  it.each([...mobile.valid, '0912 345 678', '0912-345-678', '０９１２３４５６７８'])(
    '%s',
    (text) => {
      expect(normalisedMobile(text)).toBe('0912345678');
    },
  );
  it.each([...mobile.invalid, '', '+1912345678', '912345678a'])('%j is not valid', (text) => {
    expect(normalisedMobile(text)).toBeNull();
  });
});

describe('a unified business number', () => {
  const real = ['04595257', '12345675', '10458570'];
  it.each([...ubn.valid_new_rule_mod5, ...ubn.valid_old_rule_mod10, ...real])(
    '%s is valid',
    (text) => {
      expect(isUbn(text)).toBe(true);
    },
  );
  it.each([...ubn.invalid, '', '12345678', '1234567a', '1234567', '123456755'])(
    '%j is not valid',
    (text) => {
      expect(isUbn(text)).toBe(false);
    },
  );
});
