// Test double of clamd: reads the INSTREAM protocol as clamd does, and detects one test virus.
import { createServer, type AddressInfo, type Socket } from 'node:net';

export type Clamd = {
  address: { host: string; port: number; path?: string };
  /** Contents of the files that this fake server received. */
  seen: Buffer[];
  close(): Promise<void>;
};

const COMMAND = 'zINSTREAM\0';

/** Returns the file in a stream of length-prefixed chunks; null if its end has not arrived yet. */
function fileIn(stream: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  let at = COMMAND.length;
  while (at + 4 <= stream.length) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

type ClamdOptions = {
  /** Path of a socket to listen at, instead of a port. */
  path?: string;
  /** The real one's StreamMaxLength: answers so and closes the connection without reading on. */
  streamMax?: number;
};

export async function startClamd({ path, streamMax = Infinity }: ClamdOptions = {}) {
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let stream = Buffer.alloc(0);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (piece) => {
      stream = Buffer.concat([stream, piece]);
      if (!COMMAND.startsWith(stream.toString('latin1', 0, COMMAND.length))) {
        return void socket.end('UNKNOWN COMMAND\0');
      }
      if (stream.length > streamMax) {
        return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
      const file = fileIn(stream);
      if (!file) return undefined;
      seen.push(file);
      const isInfected = file.includes('EICAR-STANDARD-ANTIVIRUS');
      return void socket.end(`stream: ${isInfected ? 'Eicar-Test-Signature FOUND' : 'OK'}\0`);
    });
  });
  const at = path === undefined ? { host: '127.0.0.1', port: 0 } : { path };
  await new Promise<void>((done) => void server.listen(at, done));
  const port = path === undefined ? (server.address() as AddressInfo).port : 0;
  const clamd: Clamd = {
    address: { host: '127.0.0.1', port, ...(path !== undefined && { path }) },
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return clamd;
}
