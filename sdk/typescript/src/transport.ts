// Sends the calls of the SDK: token, idempotency keys, retries and errors.

export type ClientOptions = {
  /** Address of the site, such as https://www.baixi.example. */
  baseUrl: string;
  /** A token that a member made at /account/api (bxp_…). */
  token: string;
  /** How often a call is repeated after 429, 503 or no answer. */
  retries?: number;
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
};

export type CallOptions = {
  /** Key that makes a repeated order harmless; without one the SDK makes one for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** How a call is sent; the generated file has one for each. */
export type How = {
  method: string;
  path: string;
  inPath: readonly string[];
  isOrder: boolean;
  isBytes: boolean;
};

/** A refusal of the API. `code` never changes; `message` is Traditional Chinese, for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
  readonly fields: Record<string, string>;
  /** Name of the request in the log of the site. */
  readonly requestId: string;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['message'] ?? `HTTP ${status}`));
    this.status = status;
    this.code = String(body['code'] ?? 'UNKNOWN');
    this.data = (body['data'] ?? {}) as Record<string, unknown>;
    this.fields = (body['fields'] ?? {}) as Record<string, string>;
    this.requestId = String(body['requestId'] ?? '');
  }
}

const AGAIN = [429, 503];
const LONGEST_WAIT_MS = 60_000;

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Milliseconds to wait before the next attempt: what the site asks for, or 0.5 s, 1 s, 2 s … */
function waitOf(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1_000;
  const wait = Number.isFinite(asked) && asked >= 0 ? asked : 500 * 2 ** attempt;
  return Math.min(wait, LONGEST_WAIT_MS);
}

export class Transport {
  readonly #options: Required<Omit<ClientOptions, 'fetch'>>;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ baseUrl, token, retries = 4, timeoutMs = 30_000, fetch }: ClientOptions) {
    this.#options = { baseUrl: baseUrl.replace(/\/+$/, ''), token, retries, timeoutMs };
    this.#fetch = fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Sends a call until it is answered; throws ApiError, or the error of the network. */
  async call<Answer>(how: How, input: object, options: CallOptions = {}): Promise<Answer> {
    const { retries } = this.#options;
    // One key for all attempts, so that an order is placed once even if an answer is lost.
    const key = options.idempotencyKey ?? globalThis.crypto.randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      let wait = waitOf(attempt, null);
      try {
        const answer = await this.#send(how, input, key, options.signal);
        if (answer.ok) return (await contentOf(how, answer)) as Answer;
        const failure = await failureOf(answer);
        if (!AGAIN.includes(answer.status) || attempt >= retries) throw failure;
        wait = waitOf(attempt, answer.headers.get('retry-after'));
      } catch (error) {
        const isOver = error instanceof ApiError || options.signal?.aborted;
        if (isOver || attempt >= retries) throw error;
      }
      await sleep(wait);
    }
  }

  #send(how: How, input: object, key: string, signal?: AbortSignal): Promise<Response> {
    const { baseUrl, token, timeoutMs } = this.#options;
    const fields = Object.entries(input).filter(([, value]) => value !== undefined);
    const path = how.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String((input as Record<string, unknown>)[name])),
    );
    const rest = fields.filter(([name]) => !how.inPath.includes(name));
    const isGet = how.method === 'GET';
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
    const limit = AbortSignal.timeout(timeoutMs);
    return this.#fetch(`${baseUrl}${path}${isGet && rest.length > 0 ? `?${query}` : ''}`, {
      method: how.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(how.isOrder ? { 'idempotency-key': key } : {}),
      },
      ...(isGet ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  }
}

const contentOf = async ({ isBytes }: How, answer: Response): Promise<unknown> =>
  isBytes ? new Uint8Array(await answer.arrayBuffer()) : answer.json();

async function failureOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return new ApiError(answer.status, body);
}
