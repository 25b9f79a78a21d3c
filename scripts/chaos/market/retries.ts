// Requests that a client repeats with the same key until it knows what became of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { type Answer, type CallOptions, createClient } from '../../../actors/client.ts';
import { overHttp } from '../../../actors/transport.ts';

/** Ports of one process of the program. */
export type Sites = { site: number; office: number };
/** Times in ms of the real clock: the first try was sent, and the definite answer arrived. */
export type Times = { sentAt: number; answeredAt: number };
/** One try of a request; status 0 if it got no answer. */
export type Try = {
  path: string;
  status: number;
  code: string | null;
  ms: number;
  retryAfter: string | null;
};

const ANSWER_MAX_MS = 20_000;
const RETRY_MS = 60;

/**
 * Returns a client of these processes whose `ask` repeats a request, each time at the next process,
 * until it gets a definite answer, which is any status below 500.
 */
export function newRetries(servers: readonly Sites[]) {
  const each = servers.map((ports) => {
    const [site, office] = [`http://127.0.0.1:${ports.site}`, `http://127.0.0.1:${ports.office}`];
    return createClient(overHttp({ site, office }, ANSWER_MAX_MS));
  });
  const tries: Try[] = [];
  const doubtful = new Set<string>();
  let turn = 0;
  let abandoned = false;
  let repeated = 0;
  const nextClient = () => each[(turn += 1) % each.length]!;

  /** Sends a request once; null if the answer is not definite. */
  async function once<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options: CallOptions,
  ): Promise<Answer<E> | null> {
    const began = performance.now();
    const note = (one: Omit<Try, 'ms' | 'path'>) =>
      tries.push({ path: endpoint.path, ...one, ms: performance.now() - began });
    try {
      const answer = await nextClient().ask(endpoint, input, options);
      const { status, code } = answer;
      note({ status, code, retryAfter: answer.headers.get('retry-after') });
      return status < 500 ? answer : null;
    } catch {
      // The connection broke; the next try with the same key shows whether the request was carried
      // out.
      note({ status: 0, code: null, retryAfter: null });
      return null;
    }
  }

  return {
    nextClient,
    /** Every try since this list was last emptied. */
    tries,
    /** Keys of the requests that were sent at least once and have no definite answer yet. */
    doubtful,
    /** Returns how many requests were sent more than once. */
    repeated: () => repeated,
    /** Makes `ask` throw instead of repeating a request. */
    abandon: () => void (abandoned = true),
    async ask<E extends Endpoint>(
      endpoint: E,
      input: z.input<E['input']>,
      options: CallOptions,
    ): Promise<Answer<E> & Times> {
      const key = options.key ?? null;
      const sentAt = Date.now();
      for (let round = 1; ; round += 1) {
        if (round === 2) repeated += 1;
        const answer = await once(endpoint, input, options);
        if (answer !== null) {
          if (key !== null) doubtful.delete(key);
          return { ...answer, sentAt, answeredAt: Date.now() };
        }
        if (key !== null) doubtful.add(key);
        if (abandoned) throw new Error('the request was given up');
        await sleep(RETRY_MS);
      }
    },
  };
}
