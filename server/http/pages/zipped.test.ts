// Tests that texts compressed once and filled in later are valid for any gzip reader.
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipped } from './zipped.ts';

test('the unzipped text is the parts joined by the word, whatever they are', async () => {
  const text = fc.string({ unit: 'grapheme' });
  const parts = fc.array(text, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(parts, text, async (all, word) => {
      const zip = await zipped(all, Buffer.byteLength(word));
      expect(gunzipSync(zip(word)).toString()).toBe(all.join(word));
    }),
  );
});

test('one compression works for many words, and is small', async () => {
  const page = '<p>百溪 任何借貸皆有風險</p>'.repeat(500);
  const zip = await zipped([page, page, '</html>'], 5);
  for (const word of ['first', 'other']) {
    expect(gunzipSync(zip(word)).toString()).toBe(`${page}${word}${page}${word}</html>`);
  }
  expect(() => zip('longer')).toThrow('6 bytes, not 5');
  expect(zip('third').length).toBeLessThan(Buffer.byteLength(page) / 20);
});
