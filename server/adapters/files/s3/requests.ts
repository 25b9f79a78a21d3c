// Signed requests to an S3-compatible store, limited in number and time, and repeated if that is
// safe. All requests of this app may be repeated, because keys are never used twice.
import { createReadStream } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreRefused, StoreUnavailable } from '../store.ts';
import { leavesOf } from './xml.ts';

export type S3Settings = {
  /** Address of the store without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
  /** True for `endpoint/bucket/key`, false for `bucket.endpoint/key`. */
  pathStyle: boolean;
};

export type S3Limits = {
  /**
   * Maximum number of concurrent requests; a request that waits longer than `callMs` to be sent
   * fails.
   */
  atOnce: number;
  waitingMax: number;
  /** Maximum number of tries of one request. */
  tries: number;
  /** Pause before the second try; it doubles with each further try. */
  pauseMs: number;
  /** How long a connection may be silent before the store begins to answer. */
  silentMs: number;
  /** How long the connection may be silent within the body of an answer. */
  bodySilentMs: number;
  /** How long all tries may take together until the answer begins. */
  callMs: number;
  /** Minimum acceptable upload speed; the upload's time at this speed is added to `callMs`. */
  bytesPerMs: number;
  /**
   * Minimum speed at which the store must save an upload; the time at this speed is added to
   * `silentMs`.
   */
  storedPerMs: number;
  /** How long further requests fail at once after a failure. */
  restMs: number;
};

/** A member's call may wait for at most `callMs`, so that it is answered in time. */
export const s3Limits: S3Limits = {
  atOnce: 16,
  waitingMax: 64,
  tries: 3,
  pauseMs: 150,
  silentMs: 2_500,
  bodySilentMs: 15_000,
  callMs: 6_000,
  bytesPerMs: 1_000,
  storedPerMs: 10_000,
  restMs: 1_000,
};

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Key of the object; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { localFile: string; bytes: number; sha256: string };
};

export type S3Answer = {
  status: number;
  /** Error code in the answer; empty if the answer is not an error. */
  code: string;
  etag: string | undefined;
  body: http.IncomingMessage;
  /** Must be called when the body is no longer read. */
  done(): void;
};

export type S3Whole = Pick<S3Answer, 'status' | 'code'> & { text: string };

export type S3Requests = {
  /**
   * Sends a request until the store answers it with one of these statuses. Throws StoreRefused for
   * any other answer, and StoreUnavailable if there was no answer in time.
   */
  send(request: S3Request, accepted: readonly number[]): Promise<S3Answer>;
  /** Like `send`, and reads the whole answer. */
  whole(request: S3Request, accepted: readonly number[]): Promise<S3Whole>;
  close(): void;
};

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ERROR_BYTES_MAX = 65_536;
/** Size limit of a page of a list, which has at most 1,000 objects. */
const LIST_BYTES_MAX = 4 * 1024 * 1024;
/** Statuses that mean that the store cannot answer at the moment. */
const BUSY_STATUS = new Set([408, 429, 500, 502, 503, 504]);
const BUSY_CODE = new Set(['ConditionalRequestConflict', 'OperationAborted', 'RequestTimeout']);

/** Gives a limited number of places to requests, in the order in which they arrive. */
function createPlaces({ atOnce, waitingMax, callMs }: S3Limits) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (free > 0) {
        free -= 1;
        return;
      }
      if (waiting.length >= waitingMax) throw new StoreUnavailable('too many requests wait');
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(new StoreUnavailable('no place became free in time'));
        }, callMs);
        waiting.push(turn);
      });
    },
    give(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

/** Returns the address of an object, or of the bucket. */
export function addressOf(
  { endpoint, bucket, pathStyle }: S3Settings,
  { key, query }: S3Request,
): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  const within = pathStyle ? `/${bucket}/${key}` : `/${key}`;
  url.pathname = `${url.pathname.replace(/\/$/, '')}${within}`;
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

async function textOf(body: http.IncomingMessage, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > bytesMax) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Returns the error code in a body, and reads the rest of the body, so that the connection is free.
 */
async function codeIn(answer: http.IncomingMessage): Promise<string> {
  try {
    const leaves = leavesOf(await textOf(answer, ERROR_BYTES_MAX));
    return leaves.find(({ name }) => name === 'Code')?.text ?? '';
  } catch {
    answer.destroy();
    return '';
  }
}

type Sender = {
  settings: S3Settings;
  limits: S3Limits;
  agent: http.Agent;
  /** Signing keys of the current day, which are expensive to derive. */
  cache: Map<string, ArrayBuffer>;
  /** Time until which every request fails at once. */
  restUntil: number;
};

async function signed({ settings, cache }: Sender, request: S3Request) {
  const { method, headers, body } = request;
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings;
  return new AwsV4Signer({
    method,
    url: addressOf(settings, request).href,
    region,
    service: 's3',
    cache,
    accessKeyId,
    secretAccessKey,
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  }).sign();
}

/** Sends the request once; the promise is fulfilled when the answer begins. */
async function sendOnce(
  sender: Sender,
  request: S3Request,
  endMs: number,
): Promise<http.IncomingMessage> {
  const { settings, limits, agent } = sender;
  const { method, body } = request;
  const { url, headers } = await signed(sender, request);
  const client = settings.endpoint.startsWith('https:') ? https : http;
  const timeout = limits.silentMs + (body?.bytes ?? 0) / limits.storedPerMs;
  const length = body && { 'content-length': body.bytes };
  return new Promise((resolve, reject) => {
    const sending = client.request(url, {
      method,
      agent,
      timeout,
      headers: { ...Object.fromEntries(headers), ...length },
    });
    const late = () => sending.destroy(new Error('no answer in time'));
    const timer = setTimeout(late, Math.max(0, endMs - performance.now()));
    sending.on('timeout', late);
    sending.once('close', () => clearTimeout(timer));
    sending.on('error', reject);
    sending.once('response', (answer) => {
      clearTimeout(timer);
      sending.setTimeout(limits.bodySilentMs);
      // Errors of the body are passed to its reader. This handler prevents them from ending the
      // process if there is no reader.
      answer.on('error', () => {});
      resolve(answer);
    });
    if (!body) return void sending.end();
    const source = createReadStream(body.localFile).on('error', (error) => sending.destroy(error));
    source.pipe(sending);
    sending.once('close', () => source.destroy());
  });
}

/**
 * Sends the request once and returns the answer if its status is accepted. Throws StoreRefused for
 * any other definite answer.
 */
async function tryOnce(
  sender: Sender,
  request: S3Request,
  accepted: readonly number[],
  endMs: number,
): Promise<S3Answer> {
  const body = await sendOnce(sender, request, endMs);
  const status = body.statusCode ?? 0;
  const { etag } = body.headers;
  const done = () => void (body.complete || body.destroy());
  const isAccepted = accepted.includes(status);
  if (isAccepted && status < 400) return { status, code: '', etag, body, done };
  const code = await codeIn(body);
  if (isAccepted) return { status, code, etag, body, done };
  if (BUSY_STATUS.has(status) || BUSY_CODE.has(code)) {
    throw new Error(`the store answers ${status} ${code}`);
  }
  throw new StoreRefused(`the store of files refuses: ${status} ${code}`);
}

/** Sends the request until the store gives a definite answer or the time is over. */
async function sendRepeatedly(
  sender: Sender,
  request: S3Request,
  accepted: readonly number[],
): Promise<S3Answer> {
  const { callMs, bytesPerMs, pauseMs, restMs, tries } = sender.limits;
  const endMs = performance.now() + callMs + (request.body?.bytes ?? 0) / bytesPerMs;
  for (let turn = 1; ; turn += 1) {
    try {
      return await tryOnce(sender, request, accepted, endMs);
    } catch (cause) {
      if (cause instanceof StoreRefused) throw cause;
      const pause = pauseMs * 2 ** (turn - 1) * (0.5 + Math.random());
      if (turn >= tries || performance.now() + pause >= endMs) {
        sender.restUntil = performance.now() + restMs;
        throw new StoreUnavailable('the store of files does not answer', { cause });
      }
      await sleep(pause);
    }
  }
}

/** Sends requests; `limits` are shorter in tests. */
export function createS3Requests(settings: S3Settings, given: Partial<S3Limits> = {}): S3Requests {
  const limits = { ...s3Limits, ...given };
  const client = settings.endpoint.startsWith('https:') ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: limits.atOnce });
  const sender: Sender = { settings, limits, agent, cache: new Map(), restUntil: 0 };
  const places = createPlaces(limits);

  async function send(request: S3Request, accepted: readonly number[]): Promise<S3Answer> {
    if (performance.now() < sender.restUntil) {
      throw new StoreUnavailable('the store of files did not answer a moment ago');
    }
    await places.take();
    let open = true;
    const leave = () => {
      if (open) places.give();
      open = false;
    };
    try {
      const answer = await sendRepeatedly(sender, request, accepted);
      return {
        ...answer,
        done() {
          answer.done();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    send,
    async whole(request, accepted) {
      const { status, code, body, done } = await send(request, accepted);
      try {
        // The body of an error has already been read for its code.
        const text = status < 400 ? await textOf(body, LIST_BYTES_MAX) : '';
        return { status, code, text };
      } catch (cause) {
        throw new StoreUnavailable('an answer of the store of files broke off', { cause });
      } finally {
        done();
      }
    },
    close: () => agent.destroy(),
  };
}
