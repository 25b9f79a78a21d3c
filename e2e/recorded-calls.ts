// Which calls of the contract pages make while browser tests run: recorded, and later compared.
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demo, office, site } from '#contract/index.ts';
import type { Feature } from '#contract/endpoint.ts';

type NameIn<Part> = {
  [F in keyof Part & string]: `${F}.${keyof Part[F] & string}`;
}[keyof Part & string];

/** A call with the port that answers it: `site investing.quickApply`. */
export type CallName =
  | `site ${NameIn<typeof site> | NameIn<typeof demo>}`
  | `office ${NameIn<typeof office>}`;

/** One file a worker, so that two never write to the same one. */
const FOLDER = join('test-results', 'calls');

const named = (port: string, part: Record<string, Feature>) =>
  Object.entries(part).flatMap(([feature, calls]) =>
    Object.keys(calls).map((name) => `${port} ${feature}.${name}` as CallName),
  );

/** Every call that the contract promises. */
const promised: readonly CallName[] = [
  ...named('site', site),
  ...named('site', demo),
  ...named('office', office),
];

/**
 * A test calls by Node's own fetch, which names itself `node`. What Chromium asks for names
 * Mozilla, and what a page asks for while the server renders it is injected.
 */
const isOfPage = ({ headers }: FastifyRequest) =>
  /^(Mozilla|lightMyRequest)/.test(headers['user-agent'] ?? '');

/**
 * From now on each call that a page makes of a server in this process, and that succeeds, is
 * written to a file. Failures do not count: a form that only ever fails has not been used.
 */
export function recordCalls(): void {
  const recorded = new Set<string>();
  mkdirSync(FOLDER, { recursive: true });
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply) => {
      const { call } = request.routeOptions.config;
      if (!call || reply.statusCode >= 400 || !isOfPage(request)) return;
      const port = request.routeOptions.url?.startsWith('/ops/') ? 'office' : 'site';
      const name = `${port} ${call}`;
      if (recorded.has(name)) return;
      recorded.add(name);
      appendFileSync(join(FOLDER, `${process.pid}.txt`), `${name}\n`);
    });
  });
}

/**
 * What is wrong with the recorded calls, a sentence each: a call that no test made and that no
 * reason excuses, and a reason for a call that a test made after all.
 */
export function callProblems(
  reasons: Partial<Record<CallName, string>>,
  made: ReadonlySet<string> = readCalls(),
): string[] {
  return promised.flatMap((name) => {
    const excused = name in reasons;
    if (made.has(name) === excused) {
      return [
        excused ? `${name}: a test makes it, its reason can go` : `${name}: no test makes it`,
      ];
    }
    return [];
  });
}

function readCalls(): Set<string> {
  mkdirSync(FOLDER, { recursive: true });
  const texts = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  return new Set(texts.join('').split('\n'));
}
