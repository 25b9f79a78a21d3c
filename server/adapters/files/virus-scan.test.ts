// Tests of the virus scanner client: clean, infected, unreachable, silent and aborting scanners.
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const slow = await listening(
    createServer((socket) => {
      const dots = setInterval(() => socket.write('.'), 20);
      socket.on('error', () => {}).on('close', () => clearInterval(dots));
    }),
  );
  const dribbling = createVirusScan(slow, 200).scan(inPieces('x'));
  await expect(dribbling).rejects.toMatchObject(unavailable);
  const limited = await listening(
    createServer((socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0')),
  );
  const big = inPieces(...Array<string>(50).fill('x'.repeat(65_536)));
  await expect(createVirusScan(limited).scan(big)).rejects.toMatchObject(unavailable);
});

test('a file larger than clamd takes is not scanned, and the error names the setting', async () => {
  const clamd = await startClamd({ streamMax: 100_000 });
  running.push(clamd);
  const { scan } = createVirusScan(clamd.address);
  const big = inPieces(...Array<string>(20).fill('x'.repeat(65_536)));
  await expect(scan(big)).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining('StreamMaxLength'),
  });
  expect(await scan(inPieces('x'.repeat(65_536)))).toBeNull();
});

test('a scanner is reached by the path of its socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  running.push({ close: () => rmSync(folder, { recursive: true }) });
  const clamd = await startClamd({ path: join(folder, 'clamd.ctl') });
  running.push(clamd);
  const { scan } = createVirusScan(clamd.address);
  expect(await scan(inPieces('EICAR-STANDARD-ANTIVIRUS'))).toBe('Eicar-Test-Signature');
});
