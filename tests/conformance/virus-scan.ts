// What every virus scanner must do.
import assert from 'node:assert/strict';
import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  type ClamdAddress,
  type VirusScan,
  createVirusScan,
} from '../../server/adapters/files/virus-scan.ts';
import { startClamd } from '../doubles/clamd.ts';
import { type PortSubjects, type Property, endsWithin, failsWith } from './kit.ts';

// In two parts, so that a scanner of this machine does not report this file.
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
const LIMIT_MS = 1_000;

async function* inPieces(bytes: Buffer, size = 65_536) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Needs only a scanner that works, so that a real clamd can be examined as well. */
const ofScanner = ({ scan }: VirusScan): Property[] => [
  {
    name: 'a clean file of 900 kB passes',
    run: async () => assert.equal(await scan(inPieces(Buffer.alloc(900_000))), null),
  },
  {
    name: 'an empty file passes',
    run: async () => assert.equal(await scan(inPieces(Buffer.alloc(0))), null),
  },
  {
    name: 'the test virus is named, in any pieces',
    async run() {
      for (const size of [65_536, 20, 1]) {
        assert.match(String(await scan(inPieces(Buffer.from(EICAR), size))), /eicar/i);
      }
    },
  },
  {
    name: 'twenty scans at once are not mixed up',
    async run() {
      const infected = Array.from({ length: 20 }, (_, index) => index % 3 === 0);
      const found = await Promise.all(
        infected.map((is) => scan(inPieces(Buffer.from(is ? EICAR : 'clean')))),
      );
      assert.deepEqual(
        found.map((name) => name !== null),
        infected,
      );
    },
  },
  {
    name: 'a file that cannot be read does not pass',
    async run() {
      const broken = async function* () {
        yield Buffer.from('half');
        throw new Error('the disk is gone');
      };
      await failsWith('ScanUnavailable', scan(broken()));
    },
  },
];

const ofFaults = (open: (server: Server) => Promise<ClamdAddress>): Property[] => {
  const scanBy = async (server: Server) => {
    const at = await open(server);
    return () => createVirusScan(at, LIMIT_MS).scan(inPieces(Buffer.from('clean')));
  };
  const answering = (text: string) => createServer((socket) => void socket.end(text));
  return [
    {
      name: 'no file passes while the scanner is away',
      async run() {
        const gone = createServer();
        const scan = await scanBy(gone);
        await new Promise((done) => gone.close(done));
        await failsWith('ScanUnavailable', scan());
      },
    },
    {
      name: 'a silent scanner ends in time, and no file passes',
      async run() {
        const scan = await scanBy(createServer((socket) => void socket.on('error', () => {})));
        await endsWithin(LIMIT_MS, failsWith('ScanUnavailable', scan()));
        await failsWith('ScanUnavailable', scan());
      },
    },
    ...['', 'stream: OK', 'stream: \0', 'ERROR\0', 'INSTREAM size limit exceeded. ERROR\0'].map(
      (text) => ({
        name: `no file passes by the answer ${JSON.stringify(text)}`,
        run: async () =>
          void (await failsWith('ScanUnavailable', (await scanBy(answering(text)))())),
      }),
    ),
  ];
};

/** With an address, examines this clamd as well. */
export async function openVirusScan(real: ClamdAddress | null): Promise<PortSubjects> {
  const clamd = await startClamd();
  const servers: Server[] = [];
  const open = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  };
  const port = 'virus scan';
  const examined = createVirusScan(clamd.address);
  const properties = [...ofScanner(examined), ...ofFaults(open)];
  return {
    subjects: [
      { port, adapter: 'INSTREAM', properties },
      ...(real
        ? [{ port, adapter: 'given clamd', properties: ofScanner(createVirusScan(real)) }]
        : []),
    ],
    async close() {
      await clamd.close();
      for (const server of servers) server.close();
    },
  };
}
