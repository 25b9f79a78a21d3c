// Tests the server behind a proxy that appends to X-Forwarded-For, as nginx does: addresses that a
// client writes into that header are ignored.
import { type Server, createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { totpOf } from '../../../actors/operator.ts';
import { newEmail, newMember, newOperator, password } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

/**
 * Starts a proxy that forwards requests to an address. The proxy takes the client's address from
 * the TCP connection.
 */
async function proxyTo(target: () => string): Promise<{ url: string; close(): void }> {
  const proxy: Server = createServer((request, response) => {
    const client = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
    const given = request.headers['x-forwarded-for'];
    const headers = {
      ...request.headers,
      'x-forwarded-for': given ? `${given}, ${client}` : client,
    };
    const onward = ask(target() + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => proxy.close() };
}

type Sent = { from?: string; headers?: Record<string, string> };

/**
 * Posts from an address of the loopback network, which the proxy regards as the client's address.
 */
function post(url: string, body: object, { from = '127.0.0.1', headers = {} }: Sent = {}) {
  return new Promise<{ status: number; code: string | null; headers: unknown }>((done, fail) => {
    const sent = { method: 'POST', localAddress: from, headers };
    const asking = ask(url, {
      ...sent,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    asking.on('error', fail).on('response', async (answer) => {
      let text = '';
      for await (const part of answer) text += String(part);
      const { code = null } = JSON.parse(text || '{}') as { code?: string | null };
      done({ status: answer.statusCode ?? 0, code, headers: answer.headers });
    });
    asking.end(JSON.stringify(body));
  });
}

let forgeries = 0;
/**
 * Returns a different forged address each time, alone or together with others, as attackers send
 * them.
 */
const forged = () => ({
  'x-forwarded-for': `203.0.113.${(forgeries += 1) % 250}, 198.51.100.${forgeries % 250}`,
  'x-real-ip': `203.0.113.${forgeries % 250}`,
  forwarded: `for=203.0.113.${forgeries % 250}`,
});

describe.each(['1', '127.0.0.1/32,10.0.0.0/8'])('TRUST_PROXY=%s', (TRUST_PROXY) => {
  const server = useServer({ environment: { TRUST_PROXY } });
  let site: Awaited<ReturnType<typeof proxyTo>>;
  let office: typeof site;
  beforeAll(async () => {
    site = await proxyTo(() => server.siteUrl);
    office = await proxyTo(() => server.officeUrl);
  });
  afterAll(() => {
    site.close();
    office.close();
  });

  const login = (email: string, secret: string, how: Sent) =>
    post(`${site.url}${identity.login.path}`, { email, password: secret }, how);

  test('an address is blocked after five accounts, with or without forged headers', async () => {
    for (const [address, headers] of [
      ['127.0.0.2', () => ({})],
      ['127.0.0.3', forged],
    ] as const) {
      const codes = [];
      for (let n = 0; n < 7; n += 1) {
        const how = { from: address, headers: headers() };
        codes.push((await login(newEmail(), 'Sommer2026', how)).code);
      }
      const stopped = Array(2).fill('CAPTCHA_REQUIRED');
      expect(codes).toEqual([...Array(5).fill('LOGIN_FAILED'), ...stopped]);
    }
    const { email } = await newMember(server);
    expect((await login(email, password, { from: '127.0.0.4' })).status).toBe(200);
  });

  test('the limit per minute counts the real address', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n += 1) {
      const how = { from: '127.0.0.5', headers: forged() };
      const body = { token: 'none', email: newEmail() };
      statuses.add((await post(`${site.url}${identity.verifiedEmail.path}`, body, how)).status);
    }
    expect(statuses).toEqual(new Set([422, 429]));
  });

  test('sessions store the address that the proxy saw, never a forged one', async () => {
    const { email, id } = await newMember(server);
    await login(email, password, { from: '127.0.0.9', headers: forged() });
    const [row] = await server.rows<{ address: string }>(
      'select address from identity.session where member_id = $1 order by id desc',
      [id],
    );
    expect(row?.address).toBe('127.0.0.9');
  });

  test('the log of sign-ins at the office does so too', async () => {
    const { email, totpSecret } = await newOperator(server, ['admin']);
    const body = { email, password: 'wrong', totp: totpOf(totpSecret, 1) };
    const headers = { ...forged(), 'x-office': '1' };
    await post(`${office.url}/ops/v1/login`, body, { from: '127.0.0.6', headers });
    const [row] = await server.rows<{ address: string }>(
      'select address from identity.operator_sign_in where email = $1 order by id desc',
      [email],
    );
    expect(row?.address).toBe('127.0.0.6');
  });
});

describe('TRUST_PROXY=no', () => {
  const server = useServer({ environment: { TRUST_PROXY: 'no' } });
  test('the header is ignored', async () => {
    const { email, id } = await newMember(server);
    const body = { email, password };
    await post(`${server.siteUrl}${identity.login.path}`, body, { headers: forged() });
    const [row] = await server.rows<{ address: string }>(
      'select address from identity.session where member_id = $1 order by id desc',
      [id],
    );
    expect(row?.address).toBe('127.0.0.1');
  });
});
