// Test double of an S3-compatible store. It verifies every signature (Signature Version 4) with
// code of its own, and can simulate being unavailable, silent or busy, and breaking off in the
// middle of an answer.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../server/adapters/files/s3/requests.ts';

type StoredObject = { bytes: Buffer; at: Date; etag: string };
export type S3Fault = 'none' | 'silent' | 'busy' | 'cut' | 'cut-once';
export type S3Double = {
  settings: S3Settings;
  objects: Map<string, StoredObject>;
  /** Method and key of each request whose signature was right. */
  seen: string[];
  /** Largest number of requests that were open at the same time. */
  atOnceMax(): number;
  fail(fault: S3Fault): void;
  /** Closes the port and all connections; the objects stay. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  start(): Promise<void>;
};

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Calculates the signature that a request must have according to the AWS specification. Only S3
 * sends the hash of the body as a header.
 */
export function signatureOf(
  request: IncomingMessage,
  url: URL,
  settings: Pick<S3Settings, 'keyId' | 'region' | 'secret'>,
  { service = 's3', body = '' } = {},
): string | null {
  const { headers, method } = request;
  const given = headers.authorization ?? '';
  const scopeOf = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, /;
  const [, id, day = '', region = '', of] = scopeOf.exec(given) ?? [];
  const [, names = ''] = /, SignedHeaders=([^,]+), Signature=[0-9a-f]{64}$/.exec(given) ?? [];
  const at = String(headers['x-amz-date']);
  if (id !== settings.keyId || region !== settings.region || of !== service) return null;
  if (!at.startsWith(day)) return null;
  if (!names.split(';').includes('host')) return null;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [
    method,
    url.pathname.split('/').map(encoded).join('/'),
    query,
    signed.join(''),
    names,
    headers['x-amz-content-sha256'] ?? sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${settings.secret}`,
  );
  return hmac(key, text).toString('hex');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

/** Answers a list request (ListObjectsV2), page by page. */
function list(response: ServerResponse, objects: S3Double['objects'], url: URL, pageMax: number) {
  const after = url.searchParams.get('continuation-token') ?? '';
  const max = Math.min(pageMax, Number(url.searchParams.get('max-keys') ?? 1_000));
  const keys = [...objects.keys()].toSorted().filter((key) => key > after);
  const page = keys.slice(0, max).map((key) => {
    const { at, bytes } = objects.get(key)!;
    const facts = `<LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
    return `<Contents><Key>${key}</Key>${facts}<Owner><ID>1</ID></Owner></Contents>`;
  });
  const more = keys.length > max;
  const next = more ? `<NextContinuationToken>${keys[max - 1]}</NextContinuationToken>` : '';
  const result = `<IsTruncated>${more}</IsTruncated>${next}${page.join('')}`;
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?>\n<ListBucketResult>${result}</ListBucketResult>`);
}

function read(
  request: IncomingMessage,
  response: ServerResponse,
  object: StoredObject | undefined,
  cut: boolean,
) {
  if (!object) return refuse(response, 404, 'NoSuchKey');
  const { etag } = object;
  const match = request.headers['if-match'];
  if (match && match !== etag) return refuse(response, 412, 'PreconditionFailed');
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const bytes = object.bytes.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length, etag });
  if (!cut) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/** Starts a store with one bucket; `pageMax` is the number of objects on a page of a list. */
export async function startS3({ pageMax = 1_000 } = {}): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map();
  const seen: string[] = [];
  let fault: S3Fault = 'none';
  let [open, openMax, port] = [0, 0, 0];
  const settings: S3Settings = {
    endpoint: '',
    region: 'tw-north-1',
    bucket: 'baixi',
    pathStyle: true,
    keyId: 'ID',
    secret: randomBytes(20).toString('base64'),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', settings.endpoint);
    const expected = signatureOf(request, url, settings);
    if (!expected || !request.headers.authorization?.endsWith(`Signature=${expected}`)) {
      return refuse(response, 403, 'SignatureDoesNotMatch');
    }
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = rest.join('/');
    seen.push(`${request.method} ${key}`);
    if (fault === 'silent') return;
    if (fault === 'busy') return refuse(response, 503, 'SlowDown');
    const body = await bodyOf(request);
    if (sha256(body) !== request.headers['x-amz-content-sha256']) {
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    }
    if (bucket !== settings.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return list(response, objects, url, pageMax);
    if (request.method === 'GET') {
      const cut = fault === 'cut' || fault === 'cut-once';
      if (fault === 'cut-once') fault = 'none';
      return read(request, response, objects.get(key), cut);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (request.headers['if-none-match'] === '*' && objects.has(key)) {
      return refuse(response, 412, 'PreconditionFailed');
    }
    objects.set(key, { bytes: body, at: new Date(), etag: `"${sha256(body).slice(0, 32)}"` });
    // The object is stored, but the answer never arrives.
    if (fault === 'cut') return void response.destroy();
    response.writeHead(200).end();
  }

  const newServer = () =>
    createServer((request, response) => {
      open += 1;
      openMax = Math.max(openMax, open);
      response.once('close', () => (open -= 1));
      answer(request, response).catch(() => response.destroy());
    });
  let server = newServer();
  const start = async () => {
    server = newServer();
    await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
    settings.endpoint = `http://127.0.0.1:${port}`;
  };
  await start();
  return {
    settings,
    objects,
    seen,
    start,
    atOnceMax: () => openMax,
    fail: (next) => void (fault = next),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
