// Tests of the virus scanner client: clean, infected, unreachable, silent and aborting scanners.
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startClamd } from '../../../tests/doubles/clamd.ts';
import { createVirusScan } from './virus-scan.ts';

const running: { close(): unknown }[] = [];
afterEach(() => void running.splice(0).forEach((one) => one.close()));

async function* inPieces(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** A fake server in place of clamd that can treat the connection as it likes. */
async function listening(server: Server) {
  running.push(server);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
const unavailable = { name: 'ScanUnavailable' };

test('a clean file is clean, whatever pieces it arrives in', async () => {
  const clamd = await startClamd();
  running.push(clamd);
  const { scan } = createVirusScan(clamd.address);
  expect(await scan(inPieces('a clean', '', ' file'))).toBeNull();
  expect(clamd.seen.map(String)).toEqual(['a clean file']);
});

test('malware is named, also if it is split across two pieces', async () => {
  const clamd = await startClamd();
  running.push(clamd);
  const { scan } = createVirusScan(clamd.address);
  expect(await scan(inPieces('xx EICAR-STAN', 'DARD-ANTIVIRUS'))).toBe('Eicar-Test-Signature');
});

test('a scanner that is down, silent or aborts has not scanned the file', async () => {
  const away = await startClamd();
  await away.close();
  await expect(createVirusScan(away.address).scan(inPieces('x'))).rejects.toMatchObject(
    unavailable,
  );
  const silent = await listening(createServer(() => {}));
  const scanning = createVirusScan(silent, 200).scan(inPieces('x'));
  await expect(scanning).rejects.toMatchObject(unavailable);
  const limited = await listening(
    createServer((socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0')),
  );
  const big = inPieces(...Array<string>(50).fill('x'.repeat(65_536)));
  await expect(createVirusScan(limited).scan(big)).rejects.toMatchObject(unavailable);
});
