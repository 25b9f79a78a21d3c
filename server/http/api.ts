// HTTP handling of API calls: parse, authenticate, authorise, one transaction, answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
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
  TableExport,
} from '../call.ts';
import type { Services } from '../services.ts';
import { cookieIn, deviceCookie, registrationCookie } from '../cookies.ts';
import { type Tx, db, withTransactionAgain } from '../database/db.ts';
import { isApiToken, isImpersonationToken, noteViewedFile } from '../identity/front.ts';
import { impersonationMask, takeUpload } from '../verification/front.ts';
import { workOn } from '../work.ts';
import { answerFailure, httpRefusals, isUnreachable, refusalOf } from './failure.ts';
import { deprecationHeaders } from './deprecation.ts';
import { inputFrom, inputOf } from './bodies/input.ts';
import { type DocumentBody, sendDocument } from './bodies/documents.ts';
import { sendTable } from './bodies/exports.ts';
import { type AnyListed, filesOf, redirectFormerFiles, tableOf } from './bodies/files.ts';
import { encodingOf } from './encode.ts';
import { assertAwaited, isAwaited, onceAKey } from './idempotency.ts';
import {
  type HttpSite,
  assertMay,
  carriedToken,
  holdAccount,
  mayCall,
  tokenOf,
  whoIs,
} from './security/session.ts';
import { LongList } from '../tables/long-list.ts';
import { sendList } from './bodies/long-lists.ts';
import {
  causesSecurityEvent,
  noteAsker,
  noteInput,
  noteSignedIn,
} from './security/security-events.ts';
import { isFetchedAhead } from './pages/prefetch.ts';
import { endStreamsOf, sendStream } from './bodies/streams.ts';
import { readUploads } from './bodies/uploads.ts';
import { isJson } from './wire-schema.ts';

type AnyAction =
  | ((context: Context, input: unknown) => Promise<unknown>)
  | Prepared<Endpoint, unknown>
  | Batched<Endpoint>;

/** One call with its contract and the function of the same name that implements it. */
type Wired = {
  name: string;
  endpoint: Endpoint;
  action: AnyAction;
  /** Writes what the action returns as the wire's form. */
  encode: (result: unknown) => unknown;
};
/** The calls that answer the tables of a call as files, by the name of the table. */
type WiredFiles = ReadonlyMap<string, Wired>;

/** Registers every call of a contract on one site. */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  httpSite: HttpSite,
  contract: Record<string, Feature>,
  actions: Record<string, Record<string, unknown>>,
): void {
  endStreamsOf(app, services.leaving);
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const action = actions[feature]?.[name] as AnyAction | AnyListed | undefined;
      if (!action) throw new Error(`nothing answers ${feature}.${name}`);
      const wire = (of: Endpoint, answering: AnyAction): Wired => ({
        name: `${feature}.${name}`,
        endpoint: of,
        action: answering,
        encode: encodingOf(of.output),
      });
      const isListed = typeof action === 'object' && 'page' in action;
      const files = isListed ? filesOf(endpoint, action) : [];
      const wired = wire(endpoint, isListed ? (action.page as AnyAction) : action);
      const asFiles = files.map(
        ({ table, file, action: exporting }) =>
          [table, wire(file, exporting as AnyAction)] as const,
      );
      register(app, services, httpSite, wired, new Map(asFiles));
      redirectFormerFiles(app, endpoint);
    }
  }
}

function register(
  app: FastifyInstance,
  services: Services,
  httpSite: HttpSite,
  wired: Wired,
  files: WiredFiles,
) {
  const { endpoint } = wired;
  /** The call that a request makes: that of the page, or that of a file if it names a format. */
  const callOf = (request: FastifyRequest) => files.get(tableOf(request) ?? '') ?? wired;
  const gone = deprecationHeaders(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // No HEAD route for streams, because nobody would read such a stream and so it would never end.
    exposeHeadRoute: endpoint.kind !== 'stream',
    ...(isJson(endpoint) ? { schema: { response: { 200: endpoint.output } } } : {}),
    config: {
      call: wired.name,
      files: files.size > 0,
      multipart: endpoint.files !== undefined,
      ...(endpoint.perMinute ? { rateLimit: { max: endpoint.perMinute, timeWindow: 60_000 } } : {}),
    },
    onRequest: async (_request, reply) => void reply.headers(gone),
    handler: async (request, reply) => {
      handled.add(request);
      try {
        return await answer(services, httpSite, callOf(request), request, reply);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) assertDeclared(callOf(request).endpoint, refusal);
        throw error;
      }
    },
    errorHandler: async (error, request, reply) => {
      const isOfBody = !handled.has(request) && ofBodies.has(refusalOf(error)?.code ?? 'BUSY');
      const answered = isOfBody
        ? await whyNot(services, httpSite, callOf(request).endpoint, request)
        : null;
      return answerFailure(answered ?? error, request, reply);
    },
  });
}

/** Requests whose bodies have been read, because their handler has started. */
const handled = new WeakSet<FastifyRequest>();
/** Refusals of a body that can occur before the caller is identified. */
const ofBodies: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED',
  'BODY_TOO_LARGE',
]);

/** Identifies the caller. Throws if they may not make the call, whatever its input is. */
async function assertAsks(
  services: Services,
  httpSite: HttpSite,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Awaited<ReturnType<typeof whoIs>>> {
  httpSite.assertOrigin(request);
  const token = tokenOf(httpSite, endpoint, request);
  const tx = db(services.pool, httpSite.patience);
  const who = await whoIs(services, httpSite, endpoint, token, { tx, inTransaction: false });
  noteAsker(request, who);
  assertMay(endpoint, who);
  return who;
}

/**
 * Returns why the caller may not make the call, which takes precedence over errors in its body;
 * null if the caller may make it.
 */
const whyNot = (...asking: Parameters<typeof assertAsks>): Promise<unknown> =>
  assertAsks(...asking).then(
    () => null,
    (error: unknown) => error,
  );

async function answer(
  services: Services,
  httpSite: HttpSite,
  wired: Wired,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = wired;
  httpSite.assertOrigin(request);
  const token = tokenOf(httpSite, endpoint, request);
  // The caller is checked before the input; files are not even read before that.
  const early = () => assertAsks(services, httpSite, endpoint, request);
  // Calls during impersonation and calls of programs are refused before any preparation, including
  // calls that open their own transaction.
  if (token !== null && (isImpersonationToken(token) || isApiToken(token))) await early();
  if (endpoint.files) {
    const { member } = await early();
    if (member) await takeUpload(services, member.id);
    const { fields, stored, forget } = await readUploads(request, services, endpoint.files);
    try {
      const input = inputOf(endpoint, fields);
      const call: Call = { request, reply, token, input, files: stored };
      const result = await carryOut(services, httpSite, wired, call);
      // A replayed answer belongs to the files of the first request, so the new ones are deleted.
      if (call.replayed) await forget();
      return result;
    } catch (error) {
      // If the database broke off, the transaction may be committed, and its rows name the files.
      if (!isUnreachable(error)) await forget();
      throw error;
    }
  }
  let input: unknown;
  try {
    input = inputOf(endpoint, inputFrom(endpoint, request));
  } catch (error) {
    await early();
    throw error;
  }
  noteInput(request, input);
  const call: Call = { request, reply, token, input, files: [] };
  return endpoint.kind === 'batched'
    ? batched(services, httpSite, wired, call)
    : carryOut(services, httpSite, wired, call);
}

type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | null;
  input: unknown;
  files: Context['files'];
  /** Set if the idempotency key was known and the stored answer was replayed. */
  replayed?: boolean;
};

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refusal('MALFORMED');
  return key;
}

/**
 * Returns whether nobody has read the answer: a prefetch, a request for headers only, or one not
 * made by a page's script (for `fetch` the browser sends `empty`).
 */
const isPrefetch = (request: FastifyRequest) =>
  request.method === 'HEAD' ||
  isFetchedAhead(request) ||
  (request.headers['sec-fetch-dest'] ?? 'empty') !== 'empty';

const agentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 300);

function asking({ config }: Services, { kind }: HttpSite, { request, token }: Call) {
  const device = cookieIn(request.headers.cookie, deviceCookie(config, kind));
  return { address: request.ip, agent: agentOf(request), token, device };
}

async function batched(services: Services, httpSite: HttpSite, wired: Wired, call: Call) {
  const { request } = call;
  const asked = {
    ...asking(services, httpSite, call),

    requestId: request.id,
    idempotencyKey: keyOf(request),
    isAwaited: () => isAwaited(request),
    raw: { body: request.rawBody ?? '', headers: request.headers },
  };
  try {
    const action = wired.action as Batched<Endpoint>;
    return wired.encode(await action.answer(services, asked, call.input as never));
  } catch (error) {
    // This kind of call identifies the caller itself; the security event must also name the caller.
    const refusal = refusalOf(error);
    if (refusal && causesSecurityEvent(refusal.code)) {
      await whyNot(services, httpSite, wired.endpoint, request);
    }
    throw error;
  }
}

async function carryOut(services: Services, httpSite: HttpSite, wired: Wired, call: Call) {
  const { endpoint, action } = wired;
  const { input, reply, request } = call;
  const prepare = typeof action === 'object' && 'prepare' in action ? action : null;
  const asked = asking(services, httpSite, call);
  const ready = prepare ? await prepare.prepare(services, input as never, asked) : undefined;

  const writes = endpoint.kind === 'command' || endpoint.kind === 'token';
  const isFile = endpoint.kind === 'document' || endpoint.kind === 'export';
  let holder = '';
  const inside = async (tx: Tx): Promise<unknown> => {
    if (writes) assertAwaited(request);
    const who = await whoIs(services, httpSite, endpoint, call.token, {
      tx,
      inTransaction: writes,
    });
    noteAsker(call.request, who);
    assertMay(endpoint, who);
    holder = who.operator ? `operator:${who.operator.id}` : `member:${who.member?.id}`;
    if (writes) await holdAccount(endpoint, who, tx);
    const carried = carriedToken(httpSite, request);
    const context = contextOf(services, tx, who, { ...call, asked, carried });
    const run = async () => {
      const result = prepare
        ? await prepare.run(context as never, input as never, ready)
        : await (action as (context: Context, input: unknown) => Promise<unknown>)(context, input);
      return endpoint.kind === 'stream' ? result : wired.encode(result);
    };
    if (isFile && who.member?.impersonation) {
      await noteViewedFile(services, who.member, { call: wired.name, input });
    }
    if (endpoint.kind === 'read' && who.member?.impersonation) {
      const mask = await impersonationMask(services, tx, who.member.id);
      return mask(await run());
    }
    if (endpoint.kind !== 'command') return run();
    const once = await onceAKey(context, { call: wired.name, input }, run);
    call.replayed = once.replayed;
    return once.answer;
  };

  const isShort = writes || endpoint.kind === 'read';
  const patience = isShort ? httpSite.patience : {};
  const result = writes
    ? await withTransactionAgain(services.pool, inside, patience)
    : await inside(db(services.pool, patience));
  if (endpoint.kind === 'stream') {
    const { leaving } = services;
    const following = result as Following<Endpoint>;
    const mayStill = () => mayCall(services, httpSite, endpoint, call.token);
    return sendStream(reply, { holder, mayStill, leaving }, following, wired.encode);
  }
  if (endpoint.kind === 'document') return sendDocument(reply, result as DocumentBody);
  if (endpoint.kind === 'export') {
    const { format } = input as { format?: string };
    return sendTable(reply, services.workbooks, result as TableExport, format);
  }
  const check = (said: unknown) => {
    if (services.checkAnswers) assertPromised(endpoint, said);
  };
  if (result instanceof LongList) return sendList(reply, result, endpoint.output, check);
  check(result);
  noteSignedIn(call.request, result);
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
    : who.member?.impersonation
      ? ({ type: 'operator', id: who.member.impersonation.operatorId } as const)
      : ({ type: 'member', id: who.member?.id ?? null } as const);
  return {
    ...workOn(services, tx, actor, request.id),
    member: who.member as never,
    operator: who.operator as never,
    files: call.files,
    address: asked.address,
    agent: asked.agent,
    device: asked.device,
    registration: cookieIn(request.headers.cookie, registrationCookie(services.config)),
    idempotencyKey: keyOf(request),
    carriedToken: carried,
    isPrefetch: isPrefetch(request),
    reply: { setCookie: (value) => void reply.header('set-cookie', value) },
  };
}

/**
 * Throws if an answer does not match the contract. Such an answer is always a bug of the server,
 * never malformed input.
 */
function assertPromised(endpoint: Endpoint, answer: unknown): void {
  const { error } = z.safeEncode(endpoint.output, answer);
  if (error)
    throw new Error(`${endpoint.path} answers otherwise than it promises`, { cause: error });
}

/**
 * Throws for a refusal that the call does not declare; that is a bug, because callers rely on the
 * list.
 */
export function assertDeclared(endpoint: Endpoint, refusal: Refusal): void {
  if (httpRefusals.has(refusal.code) || endpoint.refusals.includes(refusal.code)) return;
  throw new Error(`${endpoint.path} refused ${refusal.code}, which it does not declare`);
}
