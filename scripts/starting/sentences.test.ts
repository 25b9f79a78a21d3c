// Tests of the sentences for npm's failures and for what runs out.
import { expect, test } from 'vitest';
import { endedBySignal, npmFailure, portInUse, shortageIn } from './sentences.js';

const output = (code: string) =>
  `npm error code ${code}\nnpm error A sentence of npm.\nnpm error A complete log is in a file`;

test.each([
  ['ENOTFOUND', 'the registry cannot be reached (ENOTFOUND). Check the network and start again.'],
  ['ECONNREFUSED', 'the registry cannot be reached (ECONNREFUSED). Check the network'],
  ['ETIMEDOUT', 'the registry cannot be reached (ETIMEDOUT). Check the network'],
  ['ERR_SOCKET_TIMEOUT', 'the registry cannot be reached (ERR_SOCKET_TIMEOUT). Check'],
  ['ENETUNREACH', 'the registry cannot be reached (ENETUNREACH). Check'],
  ['SELF_SIGNED_CERT_IN_CHAIN', "the registry's certificate is not trusted"],
  ['E401', "the registry or a proxy refuses this user (E401). Check npm's settings."],
  ['E407', 'the registry or a proxy refuses this user (E407).'],
  ['E404', 'the registry does not have them as package-lock.json names them (E404).'],
  ['EINTEGRITY', 'the registry does not have them as package-lock.json names them (EINTEGRITY).'],
  ['EBADPLATFORM', 'A sentence of npm.'],
])('npm fails with %s', (code, sentence) => {
  const said = npmFailure(output(code), '.');
  expect(said).toContain(`The packages could not be installed: ${sentence}`);
  expect(said.split('\n')).toHaveLength(1);
});

test.each(['EACCES', 'EPERM', 'EROFS'])('npm may not write: %s', (code) => {
  expect(npmFailure(output(code), 'here')).toMatch(/^This user may not write to here\./);
});

test('npm 9 writes its errors in another way', () => {
  expect(npmFailure('npm ERR! code EAI_AGAIN\nnpm ERR! syscall getaddrinfo', '.')).toContain(
    'cannot be reached (EAI_AGAIN)',
  );
});

test('npm that says nothing is quoted as saying nothing', () => {
  expect(npmFailure('', '.')).toBe('The packages could not be installed: npm does not say why.');
});

test.each([
  'npm error ENOSPC: no space left on device, write',
  'could not extend file "base/5/2619": No space left on device',
  'initdb: error: could not write to file: Disk quota exceeded',
])('the disk is full: %s', (text) => {
  expect(shortageIn(text)).toMatch(/^There is no room left on the disk/);
});

test.each([
  'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  'FATAL:  could not map anonymous shared memory: Cannot allocate memory',
  'Error: spawn ENOMEM',
  'ERROR:  out of memory',
])('memory is full: %s', (text) => {
  expect(shortageIn(text)).toMatch(/^There is not enough memory/);
});

test('any other failure has a reason of its own', () => {
  expect(shortageIn('relation "app.setting" does not exist')).toBeNull();
});

test('only the signals of the system are explained', () => {
  expect(endedBySignal('npm', 'SIGKILL')).toContain('which is how memory runs out');
  expect(endedBySignal('npm', 'SIGSEGV')).toBe(
    'npm was ended by SIGSEGV. Start again; nothing has to be repaired.',
  );
});

test('another port is one that exists', () => {
  expect(portInUse(3000, 'PORT')).toContain('Choose another: PORT=3100 npm start');
  expect(portInUse(65_500, 'OFFICE_PORT')).toContain('Choose another: OFFICE_PORT=65400 npm start');
});
