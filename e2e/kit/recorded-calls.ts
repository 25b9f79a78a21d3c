// Records the API calls that pages make in browser tests, for comparison with the contract.
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demo, office, site } from '#contract/index.ts';
import type { Feature } from '#contract/core/endpoint.ts';
import { recordingIn } from '../../tests/recorded.ts';

type NameIn<Part> = {
  [F in keyof Part & string]: `${F}.${keyof Part[F] & string}`;
}[keyof Part & string];

/**
 * A call together with the server (site or office) that answers it: `site investing.quickApply`.
 */
export type CallName =
  | `site ${NameIn<typeof site> | NameIn<typeof demo>}`
  | `office ${NameIn<typeof office>}`;

/**
 * The folders in which the two projects of browser tests record calls, because `npm test` runs the
 * first project and `npm run test:all` the second.
 */
export const callRecordings = {
  journeys: recordingIn('calls/journeys'),
  browser: recordingIn('calls/browser'),
};

const named = (port: string, part: Record<string, Feature>) =>
  Object.entries(part).flatMap(([feature, calls]) =>
    Object.keys(calls).map((name) => `${port} ${feature}.${name}` as CallName),
  );

/** Every call of the contract. */
const promised: readonly CallName[] = [
  ...named('site', site),
  ...named('site', demo),
  ...named('office', office),
];

/**
 * Distinguishes calls of a page from calls of a test by the user agent. Tests use Node's fetch,
 * whose user agent is `node`; Chromium's begins with Mozilla, and calls made during server
 * rendering are injected.
 */
const isOfPage = ({ headers }: FastifyRequest) =>
  /^(Mozilla|lightMyRequest)/.test(headers['user-agent'] ?? '');

const recordingOf = (project = 'browser') =>
  project === 'journeys' ? callRecordings.journeys : callRecordings.browser;

/**
 * Once called, writes each successful call that a page makes to a server in this process to a file.
 * Failed calls do not count, because a form that only ever fails has not been tested.
 */
export function recordCalls(): void {
  const recording = recordingOf(process.env['RECORDED_CALLS']);
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply) => {
      const { call } = request.routeOptions.config;
      if (!call || reply.statusCode >= 400 || !isOfPage(request)) return;
      const port = request.routeOptions.url?.startsWith('/ops/') ? 'office' : 'site';
      recording.add(`${port} ${call}`);
    });
  });
}

/**
 * Returns the problems of the recorded calls as readable text, empty if there are none: a call that
 * no page made and that has no reason, or a reason for a call that a page made.
 */
export function callProblems(
  reasons: Partial<Record<CallName, string>>,
  made: ReadonlySet<string> = readCalls(),
): string[] {
  const unmade = promised.filter((name) => !made.has(name) && !(name in reasons));
  const excused = promised.filter((name) => made.has(name) && name in reasons);
  return [
    ...listed('no browser test has a page make this call; write one, or say why none can', unmade),
    ...listed('a browser test makes this call; its reason can go', excused),
  ];
}

const listed = (title: string, names: readonly CallName[]): string[] =>
  names.length === 0
    ? []
    : [`${title} (e2e/kit/unmade-calls.ts), ${names.length}:`, ...names.map((name) => `  ${name}`)];

const readCalls = () => {
  const { journeys, browser } = callRecordings;
  return new Set([...journeys.read(), ...browser.read()]);
};
