// Tests multipart bodies that are cut off or malformed: each is refused, never a 500.
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { storedKeys } from '../../../tests/files/stored-files.ts';

const server = useServer();
let member: Person;
beforeAll(async () => {
  member = await newVerifiedMember(server);
});

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const head = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n';
const file = (bytes: string) => `${head}content-type: image/jpeg\r\n\r\n${bytes}`;
const whole = `${field('kind', '1')}${file('x'.repeat(5_000))}\r\n--b--\r\n`;

type Sent = { body: string; length?: number; boundary?: string; close?: boolean };

/**
 * Sends the bytes unchanged and returns the whole answer; half-closes the connection on request.
 */
function send({ body, length = body.length, boundary = 'b', close = false }: Sent) {
  const { hostname, port } = new URL(server.siteUrl);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let text = '';
    socket.setEncoding('utf8').setTimeout(10_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (piece: string) => (text += piece));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text });
    });
    socket.write(
      'POST /v1/identify/financial-statement HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
        `authorization: Bearer ${member.token}\r\ncontent-length: ${length}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n${body}`,
      () => close && socket.end(),
    );
    socket.on('end', () => socket.end());
  });
}

const malformed = { status: 400, text: expect.stringContaining('"code":"MALFORMED"') };

describe('a body that is shorter than declared', () => {
  test.each([
    ['in a file', whole.slice(0, 2_000)],
    ['in the head of a part', whole.slice(0, 30)],
    ['before the first byte', ''],
    ['before the last boundary', whole.slice(0, -9)],
  ])('%s', async (_, body) => {
    expect(await send({ body, length: whole.length, close: true })).toEqual(malformed);
  });
});

describe('a body that is as long as declared', () => {
  test.each([
    ['ends in a file', { body: whole.slice(0, 2_000) }],
    ['ends in the head of a part', { body: whole.slice(0, 150) }],
    ['lacks its last boundary', { body: whole.slice(0, -9) }],
    ['has no boundary at all', { body: 'x'.repeat(400) }],
    ['has a boundary longer than any may be', { body: whole, boundary: 'b'.repeat(400) }],
    ['names its boundary with nothing', { body: whole, boundary: '""' }],
    ['overwrites what every object has', { body: `${field('__proto__', 'x')}--b--\r\n` }],
  ])('but %s', async (_, sent) => {
    expect(await send(sent)).toEqual(malformed);
  });
});

test('a part with more than 4 KB of heads is left out, so that no long name is read', async () => {
  const long = `--b\r\nx-long: ${'x'.repeat(5_000)}\r\n${head.slice(5)}\r\n`;
  const sent = { body: `${field('kind', '1')}${long}bytes\r\n--b--\r\n` };
  const answer = await send(sent);
  expect(answer.text).toContain('"code":"INVALID_INPUT"');
  expect(answer.text).not.toContain('FILE_');
});

test('requests that are not HTTP, or with too long headers, get our error format', async () => {
  const { hostname, port } = new URL(server.siteUrl);
  const asked = (head: string) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({ host: hostname, port: Number(port) });
      socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      socket.on('error', reject).on('close', () => resolve(text));
      socket.write(head);
    });
  expect(await asked('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED"/s);
  const long = `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await asked(long)).toMatch(/^HTTP\/1\.1 431 .*"code":"HEADERS_TOO_LARGE"/s);
});

test('nothing of them is stored on the disk', async () => {
  expect(await storedKeys(server.services)).toHaveLength(
    // Only the uploads of the member's own verification are stored.
    (await server.rows('select from verification.upload')).length,
  );
});
