// The port to a virus scanner: clamd's INSTREAM, over TCP or a socket of this machine.
import { connect } from 'node:net';

/** Where clamd listens: a host and port, or a path. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** An address as it is set, `host:port` or the path of a socket; null for any other text. */
export function clamdAddressOf(at: string): ClamdAddress | null {
  if (at.startsWith('/')) return { path: at };
  const [, host, port] = /^([^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(at) ?? [];
  if (!host || Number(port) > 65535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export type VirusScan = {
  /** The name of what was found in a file, or null. Throws ScanUnavailable: then nobody looked. */
  scan(pieces: AsyncIterable<Uint8Array>): Promise<string | null>;
};

/** The scanner is away, too slow, or did not look at the whole file. */
export class ScanUnavailable extends Error {
  override name = 'ScanUnavailable';
}

/** A scanner that answers, answers within seconds. */
const TIME_LIMIT_MS = 20_000;
/** Its answer is one line. */
const ANSWER_MAX = 4096;

/** Each file on a connection of its own, as clamd wants it: pieces with their lengths. */
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
      // Whoever still writes learns of it below; without this it would be nobody's.
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
          // No length and nothing behind it is what ends the stream.
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

/** `stream: OK`, or `stream: NAME FOUND`; all else means that it has not looked. */
function verdictOf(answer: string): string | null {
  const [, verdict = ''] = /^stream: (.*)\0$/s.exec(answer) ?? [];
  if (verdict === 'OK') return null;
  const name = /^(.*) FOUND$/s.exec(verdict)?.[1];
  if (name === undefined) throw new Error(`clamd answers ${answer.slice(0, 200)}`);
  return name;
}
