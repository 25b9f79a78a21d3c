// Client of a virus scanner: clamd's INSTREAM protocol, over TCP or a local socket.
import { type Socket, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** Address of clamd: host and port, or the path of a socket. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** Parses a configured address, `host:port` or the path of a socket; null for any other text. */
export function clamdAddressOf(at: string): ClamdAddress | null {
  if (at.startsWith('/')) return { path: at };
  const [, host, port] = /^([^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(at) ?? [];
  if (!host || Number(port) > 65535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export type VirusScan = {
  /**
   * Returns the name of the malware found in a file, or null. Throws ScanUnavailable if the file
   * was not scanned.
   */
  scan(pieces: AsyncIterable<Uint8Array>): Promise<string | null>;
};

/** The scanner is unreachable, too slow, or did not scan the whole file. */
export class ScanUnavailable extends Error {
  override name = 'ScanUnavailable';
}

/** A working scanner answers within seconds. */
export const SCAN_SECONDS = 20;
/** The scanner's answer is a single line. */
const ANSWER_MAX = 4096;

/**
 * Sends each file on its own connection, as clamd requires: pieces preceded by their lengths. The
 * limit is the time for the whole scan, so that a scanner that answers byte by byte holds nobody.
 */
export function createVirusScan(at: ClamdAddress, limitMs = SCAN_SECONDS * 1000): VirusScan {
  return {
    async scan(pieces) {
      const socket = connect(at);
      const late = setTimeout(() => socket.destroy(new Error('no answer in time')), limitMs);
      let text = '';
      const answer = new Promise<string>((resolve, reject) => {
        socket.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          if (text.length > ANSWER_MAX) socket.destroy(new Error('an answer without end'));
        });
        socket.on('error', reject).on('close', () => resolve(text));
      });
      // The error is handled below, where the answer is awaited; this line only avoids an unhandled
      // rejection.
      answer.catch(() => {});
      try {
        await sendStream(socket, pieces, () => text !== '');
        return verdictOf(await answer);
      } catch (cause) {
        throw new ScanUnavailable(whyNotScanned(text), { cause });
      } finally {
        clearTimeout(late);
        socket.destroy();
      }
    },
  };
}

/** Sends a file; stops as soon as the scanner answers, because it answers early only to refuse. */
async function sendStream(
  socket: Socket,
  pieces: AsyncIterable<Uint8Array>,
  hasAnswered: () => boolean,
): Promise<void> {
  const send = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  await send(Buffer.from('zINSTREAM\0'));
  for await (const piece of pieces) {
    // A zero length ends the stream, so empty pieces must not be sent.
    if (piece.byteLength === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.byteLength);
    // A refusal must be read before the next write, which would fail and lose it.
    await setImmediate();
    if (hasAnswered()) return;
    await send(Buffer.concat([length, piece]));
  }
  await send(Buffer.alloc(4));
}

const whyNotScanned = (answer: string) =>
  answer.startsWith('INSTREAM size limit exceeded')
    ? 'the file is larger than clamd takes: raise its StreamMaxLength to 40M'
    : 'the virus scanner did not look at a file';

/**
 * Parses `stream: OK` or `stream: NAME FOUND`; any other answer means that the file was not
 * scanned.
 */
function verdictOf(answer: string): string | null {
  const [, verdict = ''] = /^stream: (.*)\0$/s.exec(answer) ?? [];
  if (verdict === 'OK') return null;
  const name = /^(.*) FOUND$/s.exec(verdict)?.[1];
  if (name === undefined) throw new Error(`clamd answers ${answer.slice(0, 200)}`);
  return name;
}
