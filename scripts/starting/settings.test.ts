// Tests of what a start reads before the server does: the same settings, from the same places.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { readSettings } from './settings.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const inFile = (text: string) => writeFileSync(join(folder, '.env'), text);

test('without settings they are those of the server', () => {
  const { host, port, officePort, brand } = readConfig({}, folder);
  expect(readSettings({}, [], folder)).toEqual({
    host,
    brand: brand.name,
    isDemonstration: true,
    ports: { PORT: port, OFFICE_PORT: officePort },
  });
});

test('the environment wins over .env, and an empty value means "not set"', () => {
  inFile('PORT=4000\nOFFICE_PORT="4001" # of the office\nHOST=0.0.0.0\nDATABASE_URL=\n');
  expect(readSettings({ PORT: '5000', HOST: '' }, [], folder)).toMatchObject({
    host: '127.0.0.1',
    ports: { PORT: 5000, OFFICE_PORT: 4001 },
    isDemonstration: true,
  });
});

test('a company has a database and a name of its own', () => {
  inFile('DATABASE_URL=postgres://db.example/baixi\nBRAND_NAME=河川\n');
  expect(readSettings({}, [], folder)).toMatchObject({ isDemonstration: false, brand: '河川' });
});

test.each([
  [{ ROLE: 'worker' }, []],
  [{}, ['--role', 'worker']],
  [{ ROLE: 'web' }, ['--role=worker']],
  [{}, ['--help']],
])('no port is needed with %j and %j', (environment, args) => {
  expect(readSettings(environment, args, folder).ports).toBeNull();
});

test.each(['-1', '65536', '80.5', 'http'])('the port %s is refused by both', (PORT) => {
  expect(() => readSettings({ PORT }, [], folder)).toThrow('PORT must be a whole number');
  expect(() => readConfig({ PORT }, folder)).toThrow('PORT');
});
