// Tests that a start accepts only a key store with which documents can be sealed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identityOf } from './key-store.ts';
import { assertSealOpens } from './seal-check.ts';

/** Key stores that openssl made, with certificates for 100 years. */
const storeOf = (name: string, password = 'secret') => {
  const file = new URL(`../../../tests/doubles/${name}.p12`, import.meta.url);
  return { p12: readFileSync(file), password };
};
const refusal = (message: string) =>
  expect.objectContaining({ name: 'StartFailure', message: expect.stringContaining(message) });

test('an RSA key is accepted, and it can seal', async () => {
  await expect(assertSealOpens(storeOf('seal'))).resolves.toBeUndefined();
  await expect(identityOf(storeOf('seal'))).resolves.toMatchObject({ key: expect.anything() });
});

test('a key of another kind cannot seal, and the start is refused', async () => {
  await expect(identityOf(storeOf('seal-ec'))).rejects.toThrow('no RSA key');
  await expect(assertSealOpens(storeOf('seal-ec'))).rejects.toEqual(
    refusal('SEAL_P12 has a key of the kind "ec", but documents are sealed with an RSA key'),
  );
});

test('a wrong password and a store that is none are refused', async () => {
  const none = { p12: Buffer.from('none'), password: 'secret' };
  for (const store of [storeOf('seal', 'another'), storeOf('seal-ec', 'another'), none]) {
    await expect(assertSealOpens(store)).rejects.toEqual(refusal('SEAL_P12 is no key store'));
  }
});
