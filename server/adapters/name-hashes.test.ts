// Tests the parts of a name by which a person is found.
import { expect, test } from 'vitest';
import { nameHashesOf, namePairsOf, searchedNameHashes } from './name-hashes.ts';

test.each([
  ['王小明', ['王小', '小明']],
  ['　歐陽 娜娜 ', ['歐陽', '陽娜', '娜娜']],
  ['Ａｎｎａ Lee', ['AN', 'NN', 'NA', 'AL', 'LE', 'EE']],
  ['迪里・卡拉', ['迪里', '里卡', '卡拉']],
  ['𠮷田', ['𠮷田']],
  ['王', []],
  ['', []],
])('the pairs of %j', (name, pairs) => {
  expect(namePairsOf(name)).toEqual(pairs);
});

test('hashes are sorted; a search has one list for each version of the key', () => {
  const secrets = {
    fingerprint: (kind: string, text: string) => `h2.${kind}.${text}`,
    fingerprints: (kind: string, text: string) => [`${kind}.${text}`, `h2.${kind}.${text}`],
  };
  expect(nameHashesOf(secrets, '王小明')).toEqual(['h2.namePart.小明', 'h2.namePart.王小']);
  expect(searchedNameHashes(secrets, '小明')).toEqual([['namePart.小明'], ['h2.namePart.小明']]);
  expect(searchedNameHashes(secrets, '王')).toEqual([]);
});
