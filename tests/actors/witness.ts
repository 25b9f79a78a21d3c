// A witness of the proof log on this machine, as c2sp.org/tlog-witness describes it.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64Of, type Bytes, bytesOf, fromBase64, joined } from '#contract/proofs/bytes.ts';
import { COSIGNER, cosignedText } from '#contract/proofs/cosignature.ts';
import { type Head, isConsistent } from '#contract/proofs/merkle.ts';
import {
  keyIn,
  keyText,
  type NoteKey,
  noteKeyOf,
  noteParts,
  openCheckpoint,
} from '#contract/proofs/note.ts';
import { nodeCrypto, sha256 } from '../../server/proofs/note-signing.ts';

type Answer = { status: number; text: string };
export type Witness = {
  key: string;
  url: string;
  /** Sizes that it was asked for, with its answers. */
  asked: { old: number; size: number; status: number }[];
  /** The log that it knows; null knows none. */
  log: string | null;
  /** Its latest checkpoint of the log. */
  latest: Head;
  /** Answers with this instead; null for what the specification says. */
  instead: Answer | null;
  close(): Promise<void>;
};

const RAW_KEY_BYTES = 32;

/** Returns a signature line with the time in front of the signature. */
function cosignature(key: NoteKey, secret: string, text: string, seconds: bigint): string {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, seconds);
  const signed = sign(null, bytesOf(cosignedText(text, seconds)), createPrivateKey(secret));
  return `— ${key.name} ${base64Of(joined(key.id, time, signed))}\n`;
}

const parsed = (body: string) => {
  const [, old = '', proof = ''] = /^old (0|[1-9]\d*)\n((?:[\w+/=]+\n)*)\n/.exec(body) ?? [];
  const note = body.slice(body.indexOf('\n\n') + 2);
  const path = proof.split('\n').filter((line) => line !== '');
  return { old: Number(old), path: path.map((line) => fromBase64(line)!), note };
};

async function judge(
  witness: Witness,
  own: NoteKey,
  secret: string,
  body: string,
): Promise<Answer> {
  const { old, path, note } = parsed(body);
  const log = witness.log === null ? null : await keyIn(nodeCrypto, witness.log);
  if (log?.name !== note.split('\n')[0]) return { status: 404, text: '' };
  const checkpoint = await openCheckpoint(nodeCrypto, note, log!);
  if (!checkpoint) return { status: 403, text: '' };
  const { size, root } = checkpoint;
  const { latest } = witness;
  if (old > size) return { status: 400, text: '' };
  if (old !== latest.size) return { status: 409, text: `${latest.size}\n` };
  if (!(await isConsistent(sha256, latest, { size, root }, path))) {
    return { status: old === size ? 409 : 422, text: '' };
  }
  witness.latest = { size, root };
  const { text } = noteParts(note)!;
  const seconds = 1_764_000_000n;
  // A line of somebody else, which the log must ignore.
  const foreign = `— somebody.example ${base64Of(new Uint8Array(76))}\n`;
  return { status: 200, text: foreign + cosignature(own, secret, text, seconds) };
}

/** Opens a witness with a key of its own on a free port. */
export async function openWitness(name: string): Promise<Witness> {
  const pair = generateKeyPairSync('ed25519');
  const secret = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const der: Bytes = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }));
  const own = await noteKeyOf({ sha256 }, name, der.slice(-RAW_KEY_BYTES), COSIGNER);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const isKnown = request.method === 'POST' && request.url === '/log-witness/add-checkpoint';
    const judged = isKnown ? await judge(witness, own, secret, body) : { status: 404, text: '' };
    const { status, text } = witness.instead ?? judged;
    const size = Number(body.split('\n\n')[1]?.split('\n')[1]);
    witness.asked.push({ old: parsed(body).old, size, status });
    response.writeHead(status, status === 409 ? { 'content-type': 'text/x.tlog.size' } : {});
    response.end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const witness: Witness = {
    key: keyText(own),
    url: `http://127.0.0.1:${port}/log-witness`,
    asked: [],
    log: null,
    latest: { size: 0, root: sha256(new Uint8Array()) },
    instead: null,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return witness;
}
