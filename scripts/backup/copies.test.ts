// Tests of the copy of the uploaded files: what is whole is kept, anything else is copied again.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyUploads } from './copies.ts';

test('a copy that is not whole, as after a full disk, is copied again', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'baixi-copies-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const keys = ['aa', 'bb'].map((two) => `${two}/${two}/${two.repeat(16)}`);
  try {
    for (const key of keys) {
      fs.mkdirSync(dirname(join(from, key)), { recursive: true });
      fs.writeFileSync(join(from, key), `content of ${key}`);
    }
    expect(copyUploads(from, to)).toBe(2);
    expect(copyUploads(from, to)).toBe(0);
    const [cut, kept] = keys.map((key) => join(to, key));
    fs.truncateSync(cut!, 5);
    expect(copyUploads(from, to)).toBe(1);
    expect(fs.readFileSync(cut!, 'utf8')).toBe(`content of ${keys[0]}`);
    // The original may have been deleted since, for example by an erasure; the copy stays.
    fs.rmSync(join(from, keys[1]!));
    expect(copyUploads(from, to)).toBe(0);
    expect(fs.readFileSync(kept!, 'utf8')).toBe(`content of ${keys[1]}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
