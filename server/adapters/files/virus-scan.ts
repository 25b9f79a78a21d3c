// Client of a virus scanner: clamd's INSTREAM protocol, over TCP or a local socket.
import { connect } from 'node:net';

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
const TIME_LIMIT_MS = 20_000;
/** The scanner's answer is a single line. */
const ANSWER_MAX = 4096;

/** Sends each file on its own connection, as clamd requires: pieces preceded by their lengths. */
export function createVirusScan(at: ClamdAddress, timeLimitMs = TIME_LIMIT_MS): VirusScan {
  return {
    async scan(pieces) {
      const socket = connect(at);
      const answer = new Promise<string>((resolve, reject) => {
        let text = '';
        socket.setTimeout(timeLimitMs, () => socket.destroy(new Error('no answer in time')));
        socket.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          if (text.length > ANSWER_MAX) socket.destroy(new Error('an answer without end'));
        });
        socket.on('error', reject).on('close', () => resolve(text));
      });
      // The error is handled below, where the answer is awaited; this line only avoids an unhandled
      // rejection.
      answer.catch(() => {});
      const send = (bytes: Uint8Array) =>
        new Promise<void>((resolve, reject) => {
          socket.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
      try {
        await send(Buffer.from('zINSTREAM\0'));
        for await (const piece of pieces) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(piece.byteLength);
          // A zero length ends the stream, so empty pieces must not be sent.
          if (piece.byteLength > 0) await send(Buffer.concat([length, piece]));
        }
        await send(Buffer.alloc(4));
        return verdictOf(await answer);
      } catch (cause) {
        throw new ScanUnavailable('the virus scanner did not look at a file', { cause });
      } finally {
        socket.destroy();
      }
    },
  };
}

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
