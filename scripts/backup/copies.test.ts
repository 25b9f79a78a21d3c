// Tests of the copies of the uploaded files and of the signed heads: what is whole is kept, and
// heads that were copied are never replaced by others.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyHeads, copyUploads } from './copies.ts';

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

test('a copy of the signed heads only grows', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'baixi-copies-'));
  const [from, to] = [join(folder, 'heads.jsonl'), join(folder, 'copy.jsonl')];
  const copied = () => fs.readFileSync(to, 'utf8');
  try {
    copyHeads(from, to);
    expect(fs.existsSync(to)).toBe(false);
    fs.writeFileSync(from, 'one\n');
    copyHeads(from, to);
    fs.appendFileSync(from, 'two\n');
    copyHeads(from, to);
    expect(copied()).toBe('one\ntwo\n');
    for (const other of ['one\nTWO\nthree\n', 'one\n', '', 'two\n']) {
      fs.writeFileSync(from, other);
      expect(() => copyHeads(from, to)).toThrow('was left as it is');
      expect(copied()).toBe('one\ntwo\n');
    }
    fs.rmSync(from);
    expect(() => copyHeads(from, to)).toThrow('was left as it is');
    expect(copied()).toBe('one\ntwo\n');
    expect(fs.readdirSync(folder)).toEqual(['copy.jsonl']);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
