// Tests of the setting that names witnesses: their keys and addresses.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { witnessList } from './witness-settings.ts';

const bytes = Buffer.concat([Buffer.of(4), Buffer.alloc(32)]);
const id = createHash('sha256').update('witness.example\n').update(bytes).digest('hex').slice(0, 8);
const key = `witness.example+${id}+${bytes.toString('base64')}`;
const url = 'https://witness.example/submit';

test('a witness has a key and a safe address', () => {
  expect(witnessList.parse(`${key} ${url}/`)).toEqual([{ key, url }]);
  expect(witnessList.parse(`${key}  http://127.0.0.1:8080/w`)).toMatchObject([{ key }]);
});

test.each([
  key,
  `${key} http://witness.example`,
  `${key} ftp://witness.example`,
  `${key} ${url}?a=b`,
  `${key} ${url} more`,
  `${key} ${url},${key} ${url}`,
  `${key.replace(id, '00000000')} ${url}`,
  // The key of a log has another type.
  `${key.replace('+BAAA', '+AQAA')} ${url}`,
])('%s is refused', (text) => {
  expect(witnessList.safeParse(text).error?.issues[0]?.message).toContain('KEY URL');
});
