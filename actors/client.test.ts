// Tests how the client turns calls into requests, and how it repeats them while the server is busy.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { createClient, requestOf } from './client.ts';
import { uploadOf } from './pictures.ts';
import type { Reply, Request } from './transport.ts';

const order = { id: '7', invest_amount: 1_000, payment_mode: 1 as const };

describe('a request', () => {
  test('of a member has the bearer token, and a command a fresh key each time', () => {
    const [one, other] = [0, 1].map(() => requestOf(investing.quickApply, order, { token: 't' }));
    expect(one).toMatchObject({
      isOffice: false,
      method: 'POST',
      path: '/v1/invest/quick-apply',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    const keys = [one, other].map((request) => request?.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(undefined);
  });
  test('has the key that was given, or none', () => {
    const keyOf = (key: string | null) =>
      requestOf(investing.quickApply, order, { key }).headers['idempotency-key'];
    expect([keyOf('mine'), keyOf(null)]).toEqual(['mine', undefined]);
    expect(requestOf(identity.login, {}).headers).not.toHaveProperty('idempotency-key');
  });
  test('of an operator has the cookie and the header that other sites cannot send', () => {
    const input = { kind: 'loan_review', status: undefined, offset: 50 };
    expect(requestOf(taskList, input, { token: 't' })).toMatchObject({
      isOffice: true,
      path: '/ops/v1/tasks?kind=loan_review&offset=50',
      headers: { cookie: 'office_session=t', 'x-office': '1' },
    });
    expect(requestOf(identityOffice.operatorLogin, {}).headers).toMatchObject({ 'x-office': '1' });
  });
  test('has path parameters in its path only', () => {
    const request = requestOf(tasksOffice.decideTask, { id: 'a/b', decision: 'approve' });
    expect(request.path).toBe('/ops/v1/tasks/a%2Fb/decide');
    expect(request.body).toBe('{"decision":"approve"}');
  });
  test('with files is a form', () => {
    const files = [uploadOf('image', Buffer.from('x'), 'passbook')];
    const input = { bankCode: '812', account: '1', branchCode: undefined };
    const { body, headers } = requestOf(verification.bankInfo, input, { files });
    const entries = [...(body as FormData)].map(([name, value]) =>
      value instanceof File ? [name, value.name] : [name, value],
    );
    expect(entries).toEqual([
      ['bankCode', '812'],
      ['account', '1'],
      ['image', 'passbook.jpg'],
    ]);
    expect(headers).not.toHaveProperty('content-type');
  });
});

describe('ok', () => {
  const reply = (status: number): Reply => ({
    status,
    headers: new Headers({ 'content-type': 'application/json', 'retry-after': '0.01' }),
    bytes: Buffer.from(JSON.stringify(status === 200 ? { data: {} } : { code: 'BUSY' })),
  });
  const clientOf = (statuses: number[], tries?: number) => {
    const sent: Request[] = [];
    const client = createClient(
      async (request) => {
        sent.push(request);
        return reply(statuses[sent.length - 1] ?? 500);
      },
      { tries },
    );
    return { client, sent };
  };
  test('repeats a call with the same key while the server is busy', async () => {
    const { client, sent } = clientOf([503, 429, 200], 6);
    expect(await client.ok(investing.quickApply, order)).toEqual({ data: {} });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
  test.each([
    ['does not repeat a refusal', [409], 6],
    ['gives up after so many tries', [503, 503], 2],
    ['makes one try by default', [503], undefined],
  ])('%s', async (_sentence, statuses, tries) => {
    const { client, sent } = clientOf(statuses, tries);
    await expect(client.ok(investing.quickApply, order)).rejects.toThrow(
      `POST /v1/invest/quick-apply answered ${statuses.at(-1)}: {"code":"BUSY"}`,
    );
    expect(sent).toHaveLength(statuses.length);
  });
  test('ask returns the code of a refusal, or the status if there is none', async () => {
    const { client } = clientOf([409, 200]);
    expect((await client.ask(investing.quickApply, order)).code).toBe('BUSY');
    expect((await client.ask(investing.quickApply, order)).code).toBeNull();
  });
});
