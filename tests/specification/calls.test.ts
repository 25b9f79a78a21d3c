// Holds the 72 calls to the specification. tests/data/calls.json was written from the specification
// and not from the contract, so that a renamed path or field, a changed method or a call that
// becomes public fails here, although client, tests and SDK all follow the contract.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newPicture, newVerifiedMember, type Person } from '../actors/people.ts';
import { allCalls } from '../attacks/calls.ts';
import { useServer } from '../server.ts';

type Specified = {
  method: 'GET' | 'POST';
  path: string;
  public: boolean;
  /** Names that the specification gives for the input; `optional` ones may be left out. */
  inputs: string[];
  optional?: string[];
  /** Whether unknown fields are accepted ("passed through"). */
  passthrough?: true;
  /** Names of the fields that hold files. */
  files?: string[];
  /** The key of the answer that holds it; 'pdf' is a document without keys. */
  answer: string;
  list?: true;
  /** A value for each input that its form accepts. */
  sample: Record<string, unknown>;
};

const specified = JSON.parse(readFileSync('tests/data/calls.json', 'utf8')) as Specified[];
const cases = specified.map((call) => [`${call.method} ${call.path}`, call] as const);
const server = useServer();

/** Sends a call as a client that knows only the specification. */
async function send(
  { method, path, sample, files }: Specified,
  { token, input = sample }: { token?: string; input?: Record<string, unknown> } = {},
): Promise<Response> {
  const rest = new Map(Object.entries(input));
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? 'x');
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const texts = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
  if (method === 'GET') {
    const query = new URLSearchParams(texts);
    return fetch(`${server.siteUrl}${where}?${query}`, { headers });
  }
  if (files) {
    const form = new FormData();
    for (const [name, value] of texts) form.set(name, value);
    for (const name of files) {
      const { bytes, type } = await pictureOf(name);
      form.append(name, new Blob([bytes], { type }), `${name}.jpg`);
    }
    return fetch(server.siteUrl + where, { method, headers, body: form });
  }
  const body = JSON.stringify(Object.fromEntries(rest));
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(server.siteUrl + where, { method, headers: json, body });
}

async function pictureOf(name: string) {
  const { bytes, type } = await newPicture(name);
  return { bytes: new Uint8Array(bytes), type };
}

type Body = { code?: string; fields?: Record<string, string> } & Record<string, unknown>;
const bodyOf = async (answer: Response) => (await answer.json()) as Body;

// Some calls end the session of whoever makes them, so that each of them is made by somebody else.
const member = (): Promise<Person> => newVerifiedMember(server);

test('the contract has these calls, and marks no other as one of them', () => {
  const of = ({ method, path }: { method: string; path: string }) =>
    `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  const marked = allCalls.filter(({ endpoint }) => endpoint.specified);
  expect(marked.map(({ endpoint }) => of(endpoint)).toSorted()).toEqual(
    specified.map(of).toSorted(),
  );
  expect(specified).toHaveLength(72);
});

test.each(cases)('%s has the names of the specification', (_, call) => {
  const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const found = allCalls.find(
    ({ endpoint }) => endpoint.path === path && endpoint.method === call.method,
  );
  const { endpoint, schema } = found!;
  const { required = [], properties = {} } = schema as {
    required?: string[];
    properties?: Record<string, unknown>;
  };
  const { optional = [], inputs, files = [] } = call;
  expect(required.toSorted()).toEqual(inputs.toSorted());
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...inputs, ...optional]));
  expect(endpoint.files?.names ?? []).toEqual(files);
  expect(endpoint.access === 'public').toBe(call.public);
  if (call.answer === 'pdf') return expect(endpoint.kind).toBe('document');
  const output = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' });
  expect(output.required).toContain(call.answer);
});

test.each(cases)('%s asks for a session unless it is public', async (_, call) => {
  const answer = await send(call);
  if (call.public) return expect(answer.status).not.toBe(401);
  expect([answer.status, await answer.text()]).toEqual([401, 'Unauthorized']);
});

test.each(cases)('%s understands what the specification sends', async (_, call) => {
  const { token } = await member();
  const answer = await send(call, { token });
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) {
    return expect(call.answer).toBe('pdf');
  }
  const body = await bodyOf(answer);
  // It may be refused by a rule, for example because there is no such case.
  expect([body.code, body.fields]).not.toEqual(['INVALID_INPUT', expect.anything()]);
  if (call.public) expect(body.code).not.toBe('NOT_FOUND');
  expect(answer.status).toBeLessThan(500);
  if (answer.ok) expect(Array.isArray(body[call.answer])).toBe(call.list === true);
});

const needing = cases.filter(([, { inputs, path }]) => inputs.some((one) => !path.includes(one)));
test.each(needing)('%s names exactly the inputs that are missing', async (_, call) => {
  const { token } = await member();
  const { code, fields = {} } = await bodyOf(await send(call, { token, input: {} }));
  expect(code).toBe('INVALID_INPUT');
  expect(Object.keys(fields).toSorted()).toEqual(call.inputs.toSorted());
});
