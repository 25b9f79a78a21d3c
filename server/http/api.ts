// The door of every call: parse, who is it, may they, one transaction, answer or refusal.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type {
  Asking,
  Batched,
  Context,
  Following,
  Member,
  Operator,
  Prepared,
  Services,
  TableExport,
} from '../action.ts';
import { cookieIn, deviceCookie } from '../cookies.ts';
import { type Tx, statementsOf, withTransaction } from '../database/db.ts';
import { impersonationMask, isViewingToken, noteViewedFile } from '../identity/actions.ts';
import { takeUpload } from '../verification/actions.ts';
import { workOn } from '../work.ts';
import { answerFailure, doorRefusals, refusalOf } from './failure.ts';
import { sendTable } from './bodies/exports.ts';
import { claimKey, inputHash, storeResponse } from './idempotency.ts';
import {
  type Door,
  assertMay,
  carriedToken,
  holdAccount,
  tokenOf,
  whoIs,
} from './security/session.ts';
import { LongList } from '../tables/long-list.ts';
import { sendList } from './bodies/long-lists.ts';
import { leavesEvent, noteAsker, noteInput, noteSignedIn } from './security/security-events.ts';
import { isFetchedAhead } from './pages/prefetch.ts';
import { endStreamsOf, sendStream } from './bodies/streams.ts';
import { assertStorable } from './security/storable.ts';
import { readUploads } from './bodies/uploads.ts';
import { responseSchema } from './wire-schema.ts';

type AnyAction =
  | ((context: Context, input: unknown) => Promise<unknown>)
  | Prepared<Endpoint, unknown>
  | Batched<Endpoint>;

/** One call as it is wired: its promise and the function of the same name that keeps it. */
type Wired = {
  name: string;
  endpoint: Endpoint;
  action: AnyAction;
  /** What its answers are written by; null for what is no JSON. */
  schema: Record<string, unknown> | null;
};

/** Registers every call of a contract on one site. */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  door: Door,
  contract: Record<string, Feature>,
  actions: Record<string, Record<string, unknown>>,
): void {
  endStreamsOf(app);
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const action = actions[feature]?.[name] as AnyAction | undefined;
      if (!action) throw new Error(`nothing answers ${feature}.${name}`);
      const schema = responseSchema(endpoint);
      register(app, services, door, { name: `${feature}.${name}`, endpoint, action, schema });
    }
  }
}

function register(app: FastifyInstance, services: Services, door: Door, wired: Wired) {
  const { endpoint, schema } = wired;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Nobody would read a stream that is asked for by HEAD, and so nobody would end it.
    exposeHeadRoute: endpoint.kind !== 'stream',
    ...(schema ? { schema: { response: { 200: schema } } } : {}),
    config: {
      call: wired.name,
      multipart: endpoint.files !== undefined,
      ...(endpoint.perMinute ? { rateLimit: { max: endpoint.perMinute, timeWindow: 60_000 } } : {}),
    },
    handler: async (request, reply) => {
      handled.add(request);
      try {
        return await answer(services, door, wired, request, reply);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) assertDeclared(endpoint, refusal);
        throw error;
      }
    },
    errorHandler: async (error, request, reply) => {
      const isOfBody = !handled.has(request) && ofBodies.has(refusalOf(error)?.code ?? 'BUSY');
      const answered = isOfBody ? await whyNot(services, door, endpoint, request) : null;
      return answerFailure(answered ?? error, request, reply);
    },
  });
}

/** Requests whose bodies were read, so that their handler has begun. */
const handled = new WeakSet<FastifyRequest>();
/** What may be wrong with a body before anything looks at who sent it. */
const ofBodies: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED',
  'BODY_TOO_LARGE',
]);

/** Who asks. Throws unless he may make the call, whatever it says. */
async function assertAsks(
  services: Services,
  door: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Awaited<ReturnType<typeof whoIs>>> {
  door.assertOrigin(request);
  const token = tokenOf(door, endpoint, request);
  const who = await whoIs(services, door, endpoint, token, statementsOf(services.pool));
  noteAsker(request, who);
  assertMay(endpoint, who);
  return who;
}

/** Why the call may not be made, which is said before anything about its body; null if it may. */
const whyNot = (...asking: Parameters<typeof assertAsks>): Promise<unknown> =>
  assertAsks(...asking).then(
    () => null,
    (error: unknown) => error,
  );

/** Query and path for GET, body and path for POST; a body may be left out where none is needed. */
function givenTo(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = request.params as Record<string, string>;
  if (endpoint.method === 'GET') return { ...(request.query as object), ...params };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('MALFORMED');
  return Object.keys(params).length > 0 ? { ...body, ...params } : body;
}

/** What the call's schema makes of what was sent. Throws where it is not what was promised. */
function inputOf(endpoint: Endpoint, sent: unknown): unknown {
  assertStorable(sent);
  return endpoint.input.parse(sent);
}

async function answer(
  services: Services,
  door: Door,
  wired: Wired,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = wired;
  door.assertOrigin(request);
  const token = tokenOf(door, endpoint, request);
  // Who asks is settled before what they say is looked at; files are not even read before.
  const early = () => assertAsks(services, door, endpoint, request);
  // A look is refused before anything is made ready, in calls that open their own transaction too.
  if (token !== null && isViewingToken(token)) await early();
  if (endpoint.files) {
    const { member } = await early();
    if (member) await takeUpload(services, member.id);
    const { fields, stored, forget } = await readUploads(request, services, endpoint.files);
    try {
      const input = inputOf(endpoint, fields);
      const call: Call = { request, reply, token, input, files: stored };
      const result = await carryOut(services, door, wired, call);
      // An answer given again was about the files that came the first time.
      if (call.replayed) await forget();
      return result;
    } catch (error) {
      await forget();
      throw error;
    }
  }
  let input: unknown;
  try {
    input = inputOf(endpoint, givenTo(endpoint, request));
  } catch (error) {
    await early();
    throw error;
  }
  noteInput(request, input);
  const call: Call = { request, reply, token, input, files: [] };
  return endpoint.kind === 'batched'
    ? batched(services, door, wired, call)
    : carryOut(services, door, wired, call);
}

type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | null;
  input: unknown;
  files: Context['files'];
  /** Set where the key was known and the stored answer was given again. */
  replayed?: boolean;
};

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refusal('MALFORMED');
  return key;
}

/**
 * Whether nobody has read the answer: it is fetched in advance, or for its headers only, or by
 * something other than a script of a page (a browser names `empty` for `fetch`).
 */
const isPrefetch = (request: FastifyRequest) =>
  request.method === 'HEAD' ||
  isFetchedAhead(request) ||
  (request.headers['sec-fetch-dest'] ?? 'empty') !== 'empty';

const agentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 300);

function asking({ config }: Services, { kind }: Door, { request, token }: Call) {
  const device = cookieIn(request.headers.cookie, deviceCookie(config, kind));
  return { address: request.ip, agent: agentOf(request), token, device };
}

async function batched(services: Services, door: Door, wired: Wired, call: Call) {
  const { request } = call;
  const asked = {
    ...asking(services, door, call),
    requestId: request.id,
    idempotencyKey: keyOf(request),
    raw: { body: request.rawBody ?? '', headers: request.headers },
  };
  try {
    return await (wired.action as Batched<Endpoint>).answer(services, asked, call.input as never);
  } catch (error) {
    // It finds out who asks by itself; a security event names him as well.
    const refusal = refusalOf(error);
    if (refusal && leavesEvent(refusal.code)) {
      await whyNot(services, door, wired.endpoint, request);
    }
    throw error;
  }
}

async function carryOut(services: Services, door: Door, wired: Wired, call: Call) {
  const { endpoint, action } = wired;
  const { input, reply, request } = call;
  const prepare = typeof action === 'object' && 'prepare' in action ? action : null;
  const asked = asking(services, door, call);
  const ready = prepare ? await prepare.prepare(services, input as never, asked) : undefined;

  const writes = endpoint.kind === 'command' || endpoint.kind === 'token';
  let holder = '';
  const inside = async (tx: Tx): Promise<unknown> => {
    const who = await whoIs(services, door, endpoint, call.token, tx);
    noteAsker(call.request, who);
    assertMay(endpoint, who);
    holder = who.operator ? `operator:${who.operator.id}` : `member:${who.member?.id}`;
    if (writes) await holdAccount(endpoint, who, tx);
    const carried = carriedToken(door, request);
    const context = contextOf(services, tx, who, { ...call, asked, carried });
    const run = async () =>
      prepare
        ? prepare.run(context as never, input as never, ready)
        : (action as (context: Context, input: unknown) => Promise<unknown>)(context, input);
    const isFile = endpoint.kind === 'document' || endpoint.kind === 'export';
    if (isFile && who.member?.viewing) {
      await noteViewedFile(services, who.member, { call: wired.name, input });
    }
    if (endpoint.kind === 'read' && who.member?.viewing) {
      const mask = await impersonationMask(services, tx, who.member.id);
      return mask(await run());
    }
    if (endpoint.kind !== 'command') return run();
    return onceAKey(wired, context, call, run);
  };

  const result = writes
    ? await withTransaction(services.pool, inside)
    : await inside(statementsOf(services.pool));
  if (endpoint.kind === 'stream') {
    return sendStream(reply, holder, result as Following<Endpoint>);
  }
  if (endpoint.kind === 'document') return sendDocument(reply, result as DocumentBody);
  if (endpoint.kind === 'export') {
    const { format } = input as { format?: string };
    return sendTable(reply, services.workbooks, result as TableExport, format);
  }
  const check = (said: unknown) => {
    if (services.checkAnswers) assertPromised(endpoint, said);
  };
  if (result instanceof LongList && wired.schema) {
    return sendList(reply, result, wired.schema, check);
  }
  check(result);
  noteSignedIn(call.request, result);
  return result;
}

/** A command with a key is carried out once; the answer it gave then is given again. */
async function onceAKey(
  wired: Wired,
  context: Context,
  call: Call,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { idempotencyKey: key, tx, actor } = context;
  if (!key || actor.id === null) return run();
  const who = `${actor.type}:${actor.id}`;
  const hash = inputHash(wired.name, call.input);
  const stored = await claimKey(tx, { actor: who, key, call: wired.name, hash });
  if (stored !== null) {
    call.replayed = true;
    return JSON.parse(stored) as unknown;
  }
  const result = await run();
  await storeResponse(tx, who, key, JSON.stringify(result));
  return result;
}

function contextOf(
  services: Services,
  tx: Tx,
  who: { member: Member | null; operator: Operator | null },
  call: Call & { asked: Asking; carried: string | null },
): Context {
  const { asked, carried, request, reply } = call;
  const actor = who.operator
    ? ({ type: 'operator', id: who.operator.id } as const)
    : who.member?.viewing
      ? ({ type: 'operator', id: who.member.viewing.operatorId } as const)
      : ({ type: 'member', id: who.member?.id ?? null } as const);
  return {
    ...workOn(services, tx, actor, request.id),
    member: who.member as never,
    operator: who.operator as never,
    files: call.files,
    address: asked.address,
    agent: asked.agent,
    device: asked.device,
    idempotencyKey: keyOf(request),
    carriedToken: carried,
    isPrefetch: isPrefetch(request),
    reply: { setCookie: (value) => void reply.header('set-cookie', value) },
  };
}

/** An answer that is not as promised is a bug of ours, never the caller's malformed input. */
function assertPromised(endpoint: Endpoint, result: unknown): void {
  const { error } = endpoint.output.safeParse(result);
  if (error)
    throw new Error(`${endpoint.path} answers otherwise than it promises`, { cause: error });
}

type DocumentBody =
  | { contentType: string; filename: string; bytes: Uint8Array }
  | { contentType: string; filename: string; body: AsyncIterable<string> };
/** Bytes are never rendered as a page of ours: saved and not opened, own sandbox, no sniffing. */
function sendDocument(reply: FastifyReply, document: DocumentBody) {
  const { contentType, filename } = document;
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send('body' in document ? Readable.from(document.body) : Buffer.from(document.bytes));
}

/** An undeclared refusal is a bug: callers were promised the list. */
export function assertDeclared(endpoint: Endpoint, refusal: Refusal): void {
  if (doorRefusals.has(refusal.code) || endpoint.refusals.includes(refusal.code)) return;
  throw new Error(`${endpoint.path} refused ${refusal.code}, which it does not declare`);
}
