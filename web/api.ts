// The only place in web/ that calls `fetch`: a typed client made from a contract's table of calls.
import type { z } from 'zod';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import type { Failure } from '#contract/refusals.ts';
import { uuid } from './uuid.ts';

/** `METHOD path access kind` as in the contract; a test checks that both agree. */
export type CallLine = `${'GET' | 'POST'} /${string} ${Endpoint['access']} ${Endpoint['kind']}`;
export type CallTable<C> = { [F in keyof C]: { [N in keyof C[F]]: CallLine } };

export type CallOptions = {
  signal?: AbortSignal;
  /**
   * The same key for every attempt of one action, so that a retry never carries the action out
   * twice.
   */
  idempotencyKey?: string;
  /** Makes the call multipart: files keyed by their field names. */
  files?: Readonly<Record<string, File | readonly File[]>>;
  /** Called with the uploaded share of the files, 0 to 1. */
  onUpload?: (share: number) => void;
};

/** Result of a call: parsed JSON, or a Blob if the server answers with a document or a table. */
export type Answer<E> = E extends { kind: 'document' | 'export' }
  ? Blob
  : E extends Endpoint
    ? z.output<E['output']>
    : never;
export type InputOf<E> = E extends Endpoint ? z.input<E['input']> : never;
/** A stream yields every event until the signal or the server ends it. */
type Streamed<E> = E extends { kind: 'stream' } ? AsyncGenerator<Answer<E>> : Promise<Answer<E>>;
type Rest<I> =
  Record<string, never> extends I
    ? [input?: I, options?: CallOptions]
    : [input: I, options?: CallOptions];
export type Client<C> = {
  [F in keyof C]: {
    [N in keyof C[F]]: (...rest: Rest<InputOf<C[F][N]>>) => Streamed<C[F][N]>;
  };
};

/** Any answer other than 200. `message` is Traditional Chinese, for people. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  constructor(status: number, body: Partial<Failure>) {
    super(body.message ?? '系統忙碌中，請稍後再試');
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code ?? 'SERVER_ERROR';
    this.fields = body.fields ?? {};
    this.data = body.data ?? {};
    this.requestId = body.requestId;
  }
}

/** Returns the text to show for any error a call may throw. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiFailure ? error.message : '系統忙碌中，請稍後再試';
}

/**
 * Answers that require a further step; the page requests this step, so they do not count as
 * failures.
 */
const ASKS_FOR_MORE = /^(STEP_UP|CAPTCHA|SECOND_FACTOR)_REQUIRED$/;

type Activity = { active: number; failures: number };
let activity: Activity = { active: 0, failures: 0 };
const watchers = new Set<() => void>();
function note(change: Partial<Activity>): void {
  activity = { ...activity, ...change };
  for (const watch of watchers) watch();
}
/** Reports how many calls are under way and how many have failed, for the progress bar. */
export function watchActivity(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
export function currentActivity(): Activity {
  return activity;
}

/** Settings in which the clients of the two sites differ. */
export type ClientSettings = {
  /** Address of the API; '' is this origin. */
  baseUrl: string;
  headers: () => Record<string, string>;
  /** Bearer token for calls that are not public; undefined sends none. */
  token: () => string | undefined;
  /** Called only for the two 401 answers that the specification defines. */
  onExpired: () => void;
  /** Called with the server's business time if an answer contains it. */
  onTime?: (instant: string) => void;
  /** Converts an answer's JSON into the form that pages read. */
  read?: (answer: unknown) => unknown;
};

/**
 * Returns whether the session has expired by the specification's rule: the answer is an object
 * whose message has 'expired', or the text 'Unauthorized'.
 */
export function saysExpired(status: number, body: unknown): boolean {
  if (status !== 401) return false;
  if (typeof body === 'string') return body.includes('Unauthorized');
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message.includes('expired');
}

/** Fills `:id` from the input; the remaining fields go into the query or the body. */
export function urlAndBody(path: string, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

/**
 * Returns a GET's input as a query string; undefined and null are left out, lists repeat the name.
 */
export function queryString(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

function formOf(input: Record<string, unknown>, files: CallOptions['files'] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, given] of Object.entries(files)) {
    for (const file of Array.isArray(given) ? given : [given as File]) form.append(name, file);
  }
  return form;
}

/** Adds `id` to every object that has only `_id`, because a case may have either name. */
export function withIds(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withIds);
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([name, value]) => [name, withIds(value)] as const);
  const fields: Record<string, unknown> = Object.fromEntries(entries);
  if (fields['id'] === undefined && fields['_id'] !== undefined) fields['id'] = fields['_id'];
  return fields;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const read = (settings: ClientSettings, answer: unknown) =>
  settings.read ? settings.read(answer) : answer;

function requestOf(
  settings: ClientSettings,
  line: string,
  given: Record<string, unknown>,
  options: CallOptions,
) {
  const [method = 'GET', template = '/', access, kind] = line.split(' ');
  const { path, rest } = urlAndBody(template, given);
  const headers: Record<string, string> = { Accept: 'application/json', ...settings.headers() };
  const token = access === 'public' ? undefined : settings.token();
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (kind === 'command' || kind === 'batched') {
    headers['Idempotency-Key'] = options.idempotencyKey ?? uuid();
  }
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.signal) init.signal = options.signal;
  if (method === 'GET') return { url: settings.baseUrl + path + queryString(rest), init, kind };
  if (options.files) init.body = formOf(rest, options.files);
  else {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  return { url: settings.baseUrl + path, init, kind };
}

async function send(
  settings: ClientSettings,
  line: string,
  given: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  const { url, init, kind } = requestOf(settings, line, given, options);
  note({ active: activity.active + 1 });
  let failed = true;
  try {
    const { files, onUpload } = options;
    const response =
      files && onUpload
        ? await (await import('./upload.ts')).upload(url, init, onUpload)
        : await fetch(url, init);
    const time = response.headers.get('x-business-time');
    if (time) settings.onTime?.(time);
    if (response.status === 200) {
      const bytes = kind === 'document' || kind === 'export';
      const answer = bytes ? await response.blob() : read(settings, await response.json());
      failed = false;
      return answer;
    }
    const body = await bodyOf(response);
    if (saysExpired(response.status, body)) settings.onExpired();
    const failure = typeof body === 'object' && body !== null ? (body as Partial<Failure>) : {};
    failed = !ASKS_FOR_MORE.test(failure.code ?? '');
    const requestId = failure.requestId ?? response.headers.get('x-request-id') ?? undefined;
    throw new ApiFailure(response.status, { ...failure, ...(requestId && { requestId }) });
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    if (init.signal?.aborted) {
      failed = false;
      throw error;
    }
    throw new ApiFailure(0, {
      code: 'NETWORK' as Failure['code'],
      message: '連線不穩定，您的資料已保留，請再試一次',
    });
  } finally {
    note({
      active: activity.active - 1,
      failures: activity.failures + Number(failed),
    });
  }
}

/** Follows a stream; the progress bar does not wait for a stream, and its end is not an error. */
async function* follow(
  settings: ClientSettings,
  line: string,
  given: Record<string, unknown>,
  options: CallOptions,
): AsyncGenerator<unknown> {
  const { url, init } = requestOf(settings, line, given, options);
  const response = await fetch(url, init);
  if (response.status === 200 && response.body) {
    const { eventsOf } = await import('./event-stream.ts');
    for await (const event of eventsOf(response.body)) yield read(settings, event);
    return;
  }
  const body = await bodyOf(response);
  if (saysExpired(response.status, body)) settings.onExpired();
  throw new ApiFailure(response.status, typeof body === 'object' && body ? body : {});
}

/**
 * Requests something from an OpenID issuer, which is not part of this API: its metadata or, with
 * `form`, its token endpoint. Throws an Error unless the answer is a JSON object.
 */
export async function askIssuer(
  url: string,
  form?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const answer: unknown = response.ok ? await response.json() : null;
  if (typeof answer !== 'object' || answer === null) throw new Error('the issuer did not answer');
  return answer as Record<string, unknown>;
}

/**
 * Returns the client of a table of calls: `client.investing.quickApply(input, {idempotencyKey})`.
 */
export function clientOf<C extends Record<string, Feature>>(
  table: CallTable<C>,
  settings: ClientSettings,
): Client<C> {
  const features = Object.entries(table).map(([feature, calls]) => [
    feature,
    Object.fromEntries(
      Object.entries(calls as Record<string, string>).map(([name, line]) => [
        name,
        (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
          line.endsWith(' stream')
            ? follow(settings, line, input, options)
            : send(settings, line, input, options),
      ]),
    ),
  ]);
  return Object.fromEntries(features) as Client<C>;
}
