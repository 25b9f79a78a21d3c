// Stalled connections are closed, with an answer if possible; slow but honest ones are not.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { startServer, useServer } from '../../../tests/server.ts';
import { storedKeys } from '../../../tests/files/stored-files.ts';

const server = useServer({
  pace: {
    headMs: 1_000,
    bodyMs: 1_000,
    upload: { ms: 1_000, bytes: 4_096 },
    uploadMs: 6_000,
    answer: { ms: 1_000, bytes: 1_024 },
    lookMs: 100,
  },
});
let member: Person;
beforeAll(async () => {
  member = await newVerifiedMember(server);
});

type Held = { socket: Socket; ended: Promise<{ text: string; ms: number }> };

/** Opens a connection and records when it ended and what the server answered on it. */
function hold(read = true): Held {
  const { hostname, port } = new URL(server.siteUrl);
  const begun = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('error', () => {});
  if (read) socket.on('data', (piece: string) => (text += piece));
  const ended = new Promise<{ text: string; ms: number }>((settle) => {
    socket.on('close', () => settle({ text, ms: performance.now() - begun }));
  });
  return { socket, ended };
}

/** Writes one piece per interval until the connection ends or all pieces are written. */
async function drip({ socket }: Held, pieces: string[], everyMs: number) {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await sleep(everyMs);
  }
}

const tooSlow = /^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"TOO_SLOW"/s;
const dots = (count: number) => Array.from({ length: count }, () => 'x');
const json = (length: number) =>
  `POST /v1/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
  `content-length: ${length}\r\n\r\n`;
const upload = (one: Person, length: number) =>
  'POST /v1/identify/financial-statement HTTP/1.1\r\nhost: x\r\n' +
  `authorization: Bearer ${one.token}\r\ncontent-length: ${length}\r\n` +
  'content-type: multipart/form-data; boundary=b\r\n\r\n';
const part =
  '--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\n1\r\n--b\r\ncontent-disposition: ' +
  'form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';

describe('a client that sends too slowly', () => {
  test('nothing at all', async () => {
    const { text, ms } = await hold().ended;
    expect(text).toMatch(tooSlow);
    expect(ms).toBeLessThan(2_500);
  });

  test('headers, letter by letter', async () => {
    const held = hold();
    void drip(held, ['GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', ...dots(60)], 80);
    const { text, ms } = await held.ended;
    expect(text).toMatch(tooSlow);
    expect(ms).toBeLessThan(2_500);
  });

  test('the headers of a second request on the same connection', async () => {
    const held = hold();
    held.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await sleep(300);
    void drip(held, ['GET / HTTP/1.1\r\n', ...dots(60)], 80);
    const { text, ms } = await held.ended;
    expect(text).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 408 .*"code":"TOO_SLOW"/s);
    expect(ms).toBeLessThan(3_000);
  });

  test('a body, letter by letter', async () => {
    const held = hold();
    void drip(held, [json(1_000), ...dots(60)], 80);
    const { text, ms } = await held.ended;
    expect(text).toMatch(tooSlow);
    expect(ms).toBeLessThan(2_500);
  });

  test('a body that was answered before it was read', async () => {
    const held = hold();
    const head = json(1_000).replace('application/json', 'text/plain');
    void drip(held, [head, ...dots(60)], 80);
    const { text, ms } = await held.ended;
    expect(text).toMatch(/^HTTP\/1\.1 415 /);
    expect(text).not.toContain('408');
    expect(ms).toBeLessThan(2_500);
  });

  test('an upload that sends almost nothing', async () => {
    const held = hold();
    void drip(held, [upload(member, 1_000_000) + part, ...dots(80)], 80);
    const { text, ms } = await held.ended;
    expect(text).toMatch(tooSlow);
    expect(ms).toBeLessThan(3_500);
    await expect
      .poll(async () => (await storedKeys(server.services)).length)
      .toBe((await server.rows('select from verification.upload')).length);
  });

  test('an upload that never ends', async () => {
    const held = hold();
    const piece = 'x'.repeat(2_000);
    void drip(held, [upload(member, 9_000_000) + part, ...Array(200).fill(piece)], 50);
    const { text, ms } = await held.ended;
    expect(text).toMatch(tooSlow);
    expect(ms).toBeGreaterThan(5_500);
    expect(ms).toBeLessThan(8_500);
  }, 12_000);
});

test('a client that does not read the answer is cut', async () => {
  const held = hold(false);
  held.socket.pause();
  // Sends so many requests that their answers exceed the socket buffers of both ends.
  const ask = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';
  await drip(held, [ask.repeat(100)], 0);
  const before = await connections();
  expect(before).toBeGreaterThan(0);
  await expect.poll(connections, { timeout: 8_000 }).toBeLessThan(before);
  held.socket.destroy();
}, 15_000);

const connections = () =>
  new Promise<number>((settle, fail) => {
    server.app.site.server.getConnections((error, count) => (error ? fail(error) : settle(count)));
  });

describe('a slow but honest client', () => {
  test('completes an upload that takes longer than a body may', async () => {
    const held = hold();
    const body = part + 'x'.repeat(40_000) + '\r\n--b--\r\n';
    const pieces = body.match(/[^]{1,1000}/g) ?? [];
    const begun = performance.now();
    const head = upload(member, body.length).replace('host: x', 'host: x\r\nconnection: close');
    held.socket.write(head);
    void drip(held, pieces, 70);
    const { text } = await held.ended;
    expect(performance.now() - begun).toBeGreaterThan(2_500);
    // The upload arrived completely, but the file is not a picture.
    expect(text).toMatch(/^HTTP\/1\.1 422 .*"code":"FILE_/s);
  }, 12_000);

  test('that waits before the next request stays connected', async () => {
    const held = hold();
    const ask = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    held.socket.write(ask);
    await sleep(2_500);
    expect(held.socket.destroyed).toBe(false);
    held.socket.write(ask.replace('host', 'connection: close\r\nhost'));
    const { text } = await held.ended;
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});

test('a connection without requests does not keep a server from closing', async () => {
  const other = await startServer();
  const { hostname, port } = new URL(other.siteUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise((settle) => socket.once('connect', settle));
  const begun = performance.now();
  await other.close();
  expect(performance.now() - begun).toBeLessThan(8_000);
  socket.destroy();
}, 60_000);
