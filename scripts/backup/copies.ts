// Copies of folders with the digest of each file, and the copy of the uploaded files.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { spawnSync } from 'node:child_process';
import { partialFileOf } from '../../server/adapters/files/sealed.ts';
import { isKey } from '../../server/adapters/files/store.ts';
import { StartFailure } from '../../server/start-failure.ts';

/** SHA-256 in hex of each file of a folder, by its path below the folder. */
export type Digests = Record<string, string>;

const CHUNK = 1 << 20;

/** Writes all of it; a disk that fills up may take a part without an error at first. */
function writeAll(target: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(target, bytes, at, bytes.length - at);
}

/** Copies a file piece by piece to the disk itself; returns the SHA-256 of what was copied. */
function copyFile(from: string, to: string): string {
  const hash = createHash('sha256');
  const source = fs.openSync(from, 'r');
  try {
    const target = fs.openSync(to, 'wx', 0o600);
    const chunk = Buffer.allocUnsafe(CHUNK);
    try {
      for (;;) {
        const length = fs.readSync(source, chunk, 0, CHUNK, null);
        if (length === 0) break;
        hash.update(chunk.subarray(0, length));
        writeAll(target, chunk.subarray(0, length));
      }
      // Before the file gets its final name, because later runs do not copy it again.
      fs.fsyncSync(target);
      return hash.digest('hex');
    } finally {
      fs.closeSync(target);
    }
  } finally {
    fs.closeSync(source);
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Copies a folder that may change meanwhile; a file that disappears is left out. `leaveOut` is
 * called for each path below the folder; if it returns `content`, that folder is copied without its
 * content.
 */
export function copyFolder(
  from: string,
  to: string,
  leaveOut: (path: string) => 'all' | 'content' | null = () => null,
): Digests {
  const digests: Digests = {};
  const copy = (path: string) => {
    const left = leaveOut(path);
    if (left === 'all') return;
    const [source, target] = [join(from, path), join(to, path)];
    try {
      const found = fs.lstatSync(source);
      if (found.isDirectory()) {
        fs.mkdirSync(target, { recursive: true, mode: 0o700 });
        if (left === null) for (const name of fs.readdirSync(source)) copy(join(path, name));
      } else if (found.isFile()) {
        digests[path] = copyFile(source, target);
      } else {
        throw new StartFailure(`${source} is neither a file nor a folder, and cannot be copied.`);
      }
    } catch (error) {
      if (!isMissing(error) || path === '') throw error;
    }
  };
  copy('');
  return digests;
}

/** Throws a StartFailure if a copy does not consist of exactly these files. */
export function assertSame(found: Digests, wanted: Digests, what: string): void {
  const paths = new Set([...Object.keys(found), ...Object.keys(wanted)]);
  for (const path of paths) {
    if (found[path] === wanted[path]) continue;
    throw new StartFailure(`${what} is damaged: ${path} is not what was copied into it.`);
  }
}

/** Returns the paths of all files below a folder; none if it does not exist. */
function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Returns whether a copy has the size of its original, or the original is gone. */
function isWhole(from: string, to: string): boolean {
  const original = fs.statSync(from, { throwIfNoEntry: false });
  return original === undefined || original.size === fs.statSync(to).size;
}

/**
 * Adds the uploaded files that the copy does not have yet, or not whole; returns their number. A
 * stored file never changes, and is stored before the transaction of the row that names it. If the
 * copy begins after a given moment, it therefore has every file that the database named at that
 * moment.
 */
export function copyUploads(from: string, to: string): number {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  const there = new Set(filesBelow(to));
  let copied = 0;
  for (const path of filesBelow(from)) {
    const target = join(to, path);
    if (!isKey(path) || (there.has(path) && isWhole(join(from, path), target))) continue;
    fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    fs.rmSync(partialFileOf(target), { force: true });
    try {
      copyFile(join(from, path), partialFileOf(target));
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    fs.renameSync(partialFileOf(target), target);
    copied += 1;
  }
  if (copied > 0) flush(to);
  return copied;
}

/**
 * Copies the file of the signed heads, if there is one, so that the copy is always whole. The
 * program only appends to the file. Throws a StartFailure and changes nothing if the copy has heads
 * that the file does not have in the same place, because the copy then is the evidence of a change.
 */
export function copyHeads(from: string, to: string): void {
  const copied = fs.existsSync(to) ? fs.readFileSync(to) : Buffer.alloc(0);
  if (copied.length === 0 && !fs.existsSync(from)) return;
  const heads = fs.existsSync(from) ? fs.readFileSync(from) : Buffer.alloc(0);
  if (!heads.subarray(0, copied.length).equals(copied)) {
    throw new StartFailure(
      `${to} has signed heads that ${from} does not have, and was left as it is. Find out who ` +
        'changed the file; after a restore, begin a new folder of backups.',
    );
  }
  fs.writeFileSync(partialFileOf(to), heads, { mode: 0o600, flush: true });
  fs.renameSync(partialFileOf(to), to);
}

/** Waits until everything on the file system of this folder is on the disk. */
export function flush(folder: string): void {
  const done = spawnSync('sync', ['-f', folder], { encoding: 'utf8' });
  if (done.status !== 0) throw new StartFailure(`${folder} cannot be flushed: ${done.stderr}`);
}
