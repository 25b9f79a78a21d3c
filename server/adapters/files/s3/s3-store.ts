// File store in a bucket of any S3-compatible service.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import {
  type FileStore,
  ObjectExists,
  ObjectMissing,
  type StoredObject,
  StoreRefused,
  StoreUnavailable,
  asUnavailable,
  isKey,
} from '../store.ts';
import {
  type S3Limits,
  type S3Requests,
  type S3Settings,
  createS3Requests,
  s3Limits,
} from './requests.ts';
import { leavesOf } from './xml.ts';

type Page = { objects: StoredObject[]; next: string | null };

/**
 * Returns the objects of one page of a list whose keys have this app's format, and where the next
 * page begins.
 */
export function pageOf(xml: string): Page {
  const objects: StoredObject[] = [];
  let next: string | null = null;
  for (const { name, text } of leavesOf(xml)) {
    if (name === 'Key') objects.push({ key: text, bytes: 0, writtenAt: new Date(0) });
    const last = objects.at(-1);
    if (name === 'NextContinuationToken') next = text;
    if (name === 'Size' && last) last.bytes = Number(text);
    if (name === 'LastModified' && last) last.writtenAt = new Date(text);
  }
  return { objects: objects.filter(({ key }) => isKey(key)), next };
}

async function sha256Of(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function keyOf(key: string): string {
  if (!isKey(key)) throw new ObjectMissing('not a key of a file');
  return key;
}

/**
 * Requests an object from byte `at` on; `etag` ensures that a later part belongs to the same object
 * as the first one.
 */
async function begin(requests: S3Requests, key: string, at: number, etag: string | undefined) {
  const rest = { range: `bytes=${at}-`, ...(etag && { 'if-match': etag }) };
  const headers = at > 0 ? rest : {};
  const answer = await requests.send({ method: 'GET', key, headers }, [200, 206, 404]);
  if (answer.status === 404) {
    answer.done();
    // Any other code, such as that of a missing bucket, says nothing about the object.
    if (answer.code === 'NoSuchKey') throw new ObjectMissing(`${key} is not stored`);
    throw new StoreRefused(`the store of files refuses: 404 ${answer.code}`);
  }
  return answer;
}

/** Yields the bytes of an object; if the connection breaks, continues where it broke. */
async function* read(requests: S3Requests, key: string, tries: number): AsyncGenerator<Buffer> {
  let at = 0;
  let etag: string | undefined;
  for (let turn = 1; ; turn += 1) {
    const answer = await begin(requests, keyOf(key), at, etag);
    etag ??= answer.etag;
    try {
      if (at > 0 && answer.status !== 206) throw new Error('the store ignores the range');
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        at += piece.length;
        yield piece;
      }
      return;
    } catch (cause) {
      if (turn < tries) continue;
      throw new StoreUnavailable('an answer of the store of files broke off', { cause });
    } finally {
      answer.done();
    }
  }
}

async function bodyOf(localFile: string) {
  try {
    const sha256 = await sha256Of(createReadStream(localFile));
    return { localFile, bytes: (await stat(localFile)).size, sha256 };
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function createS3Store(settings: S3Settings, limits: Partial<S3Limits> = {}): FileStore {
  const requests = createS3Requests(settings, limits);
  const { tries } = { ...s3Limits, ...limits };
  const list = (query: Record<string, string>) =>
    requests.whole({ method: 'GET', key: '', query: { 'list-type': '2', ...query } }, [200]);
  return {
    read: (key) => read(requests, key, tries),
    async take(key, localFile) {
      const body = await bodyOf(localFile);
      // The store compares the body with its signed hash. `if-none-match` protects what an earlier
      // try has stored.
      const headers = { 'if-none-match': '*', 'content-type': 'application/octet-stream' };
      const request = { method: 'PUT', key: keyOf(key), headers, body } as const;
      const { status } = await requests.whole(request, [200, 201, 204, 412]);
      if (status === 412 && (await sha256Of(read(requests, key, tries))) !== body.sha256) {
        throw new ObjectExists(`${key} is already stored`);
      }
      await rm(localFile, { force: true });
    },
    async remove(key) {
      const request = { method: 'DELETE', key: keyOf(key) } as const;
      const { code } = await requests.whole(request, [200, 204, 404]);
      if (code && code !== 'NoSuchKey') {
        throw new StoreRefused(`the store of files refuses: 404 ${code}`);
      }
    },
    async *list() {
      let next: string | null = null;
      do {
        const after: Record<string, string> = next === null ? {} : { 'continuation-token': next };
        const page = pageOf((await list(after)).text);
        yield* page.objects;
        next = page.next;
      } while (next !== null);
    },
    async check() {
      await list({ 'max-keys': '1' });
    },
    close: requests.close,
  };
}
