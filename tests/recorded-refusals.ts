// Records the refusals that servers answer during the integration tests, per call, and compares
// them with the contract afterwards.
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Feature } from '#contract/core/endpoint.ts';
import { demo, office, site } from '#contract/index.ts';
import { recordingIn } from './recorded.ts';

type RefusalsOf<Call> = Call extends { refusals: readonly (infer Code extends string)[] }
  ? Code
  : never;
type PairIn<Part> = {
  [F in keyof Part & string]: {
    [Name in keyof Part[F] & string]: `${F}.${Name} ${RefusalsOf<Part[F][Name]>}`;
  }[keyof Part[F] & string];
}[keyof Part & string];

/**
 * A call with its site, and a refusal that the call declares, such as `site identity.login
 * LOGIN_FAILED`.
 */
export type RefusalPair =
  | `site ${PairIn<typeof site> | PairIn<typeof demo>}`
  | `office ${PairIn<typeof office>}`;

export const refusalRecording = recordingIn('refusals');

const pairsOf = (port: string, part: Record<string, Feature>) =>
  Object.entries(part).flatMap(([feature, calls]) =>
    Object.entries(calls).flatMap(([name, { refusals }]) =>
      refusals.map((code) => `${port} ${feature}.${name} ${code}` as RefusalPair),
    ),
  );

/** Every pair of call and refusal that the contract declares. */
const declared: readonly RefusalPair[] = [
  ...pairsOf('site', site),
  ...pairsOf('site', demo),
  ...pairsOf('office', office),
];

let isRecording = false;

/**
 * After this function was called, every refusal that a server in this process answers is recorded
 * together with its call.
 */
export function recordRefusals(): void {
  if (isRecording) return;
  isRecording = true;
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply, payload) => {
      const { call } = request.routeOptions.config;
      if (!call || reply.statusCode < 400 || typeof payload !== 'string') return;
      const code = /"code":"(\w+)"/.exec(payload)?.[1];
      const port = request.routeOptions.url?.startsWith('/ops/') ? 'office' : 'site';
      if (code !== undefined) refusalRecording.add(`${port} ${call} ${code}`);
    });
  });
}

/**
 * Returns the problems of the recorded refusals as readable text, empty if there are none. A
 * problem is a declared refusal that was never answered and has no reason for this, or a reason for
 * a refusal that was answered.
 */
export function refusalProblems(
  reasons: Partial<Record<RefusalPair, string>>,
  answered: ReadonlySet<string> = refusalRecording.read(),
): string[] {
  const missing = declared.filter((pair) => !answered.has(pair) && !(pair in reasons));
  const excused = declared.filter((pair) => answered.has(pair) && pair in reasons);
  return [
    ...listed('no integration test provokes this refusal; write one, or say why none can', missing),
    ...listed('an integration test provokes this refusal; its reason can go', excused),
  ];
}

const listed = (title: string, pairs: readonly RefusalPair[]): string[] =>
  pairs.length === 0
    ? []
    : [
        `${title} (tests/unprovoked-refusals.ts), ${pairs.length}:`,
        ...pairs.map((pair) => `  ${pair}`),
      ];
