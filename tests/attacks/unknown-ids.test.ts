// Makes every call that takes an id with an id that does not exist, as a person who may make the
// call: the call must be refused as not found, with a code that it declares.
import { beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { randomOf } from '../../actors/random.ts';
import { newOperator, newPicture, newVerifiedMember, type Person } from '../actors/people.ts';
import { SEED } from '../actors/seed.ts';
import { valueFor } from '../fuzz/inputs.ts';
import { useServer } from '../server.ts';
import { allCalls, idNames, type WiredCall } from './calls.ts';

const server = useServer();
const random = randomOf(SEED);
/** An id that is higher than the ids of all records. */
const NOBODYS = '900000000000';

let member: Person;
let operator: Person;
beforeAll(async () => {
  member = await newVerifiedMember(server);
  operator = await newOperator(server, roles);
});

/**
 * These calls check another condition before the id; the tests of their features call them with
 * unknown ids.
 */
const looksElsewhereFirst = new Set([
  'investing.quickApply',
  'banking.importStatement',
  'lending.draftPlan',
  'content.createAd',
  'content.saveAd',
  'messages.saveBroadcast',
  'messages.testWording',
]);

const notFound = ({ endpoint }: WiredCall) =>
  endpoint.refusals.filter((code) => code.endsWith('NOT_FOUND'));
const asking = allCalls.filter(
  (call) =>
    idNames(call).length > 0 && notFound(call).length > 0 && !looksElsewhereFirst.has(call.name),
);

/** Inputs of calls whose path contains a day, a kind or a text key besides or instead of an id. */
const others: Record<string, object> = {
  'servicing.removeHoliday': { day: '2027-03-03' },
  'reports.myTrustProof': { month: '2026-10' },
  'reports.trustReportPdf': { month: '2026-10' },
  'invoices.getInvoice': { number: 'ZZ00000000' },
  'content.takeDownContent': { kind: 'article' },
  'content.recallContent': { kind: 'question' },
  'messages.getWording': { key: 'nothing.here' },
  'messages.writeWording': { key: 'nothing.here' },
  'messages.restoreWording': { key: 'nothing.here' },
};

/** Returns the result of the call for an input in which only the ids are wrong. */
async function answered(call: WiredCall): Promise<string | null> {
  const { door, endpoint, name, schema } = call;
  const ids = Object.fromEntries(idNames(call).map((id) => [id, NOBODYS]));
  const { token } = door === 'office' ? operator : member;
  const [field = ''] = endpoint.files?.names ?? [];
  const files = endpoint.files ? { files: [await newPicture(field)] } : {};
  for (let left = 60; ; left -= 1) {
    const input = { ...(valueFor(schema, random) as object), ...ids, ...others[name] };
    const { code } = await server.ask(endpoint, input, { token, ...files });
    if (left === 0 || !/^(INVALID_INPUT|MALFORMED|AMOUNT)/.test(String(code))) return code;
  }
}

test.each(asking.map((call) => [`${call.door} ${call.name}`, call] as const))(
  '%s',
  async (_, call) => {
    // The session is stepped up and the rate limits are reset, so that only the id can cause a
    // refusal.
    await server.rows(
      `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
         step_up_act = 'passkey'`,
    );
    await server.rows('delete from identity.throttle');
    expect(notFound(call)).toContain(await answered(call));
  },
);
