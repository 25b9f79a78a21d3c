// What the start must know before any package is there: ports, address, role and database.
// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as util from 'node:util';
import { Obstacle } from './sentences.js';

/**
 * @typedef {{
 *   host: string,
 *   ports: { PORT: number, OFFICE_PORT: number } | null,
 *   isDemonstration: boolean,
 *   brand: string,
 * }} Settings `ports` is null for a process that serves no site; `brand` is the name on pages
 */

/**
 * Returns the variables of a file `.env`, parsed by Node's own rules.
 * @param {string} folder
 * @returns {Record<string, string | undefined>}
 */
function environmentFile(folder) {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  // Since Node 20.12; earlier ones can only read the file for a process of its own.
  if (util.parseEnv) return util.parseEnv(readFileSync(file, 'utf8'));
  const script = 'process.stdout.write(JSON.stringify(process.env))';
  const read = spawnSync(process.execPath, [`--env-file=${file}`, '-e', script], {
    encoding: 'utf8',
    env: {},
  });
  if (read.status === 0) return JSON.parse(read.stdout);
  throw new Obstacle(`Node ${process.version} cannot read .env; install Node 20.12 or newer.`);
}

/**
 * @param {string} name
 * @param {string | undefined} value
 * @param {number} initial
 */
function portOf(name, value, initial) {
  const port = Number(value ?? initial);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Obstacle(`${name} must be a whole number from 0 to 65535; it is "${value}".`);
}

/**
 * @param {readonly string[]} args
 * @param {string} name
 * @returns {string | undefined}
 */
function optionOf(args, name) {
  const joined = args.find((arg) => arg.startsWith(`${name}=`));
  if (joined) return joined.slice(name.length + 1);
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/**
 * Returns the settings as the server reads them (server/config/config.ts): the environment wins
 * over `.env`, and an empty value means "not set".
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @param {string} [folder]
 * @returns {Settings}
 */
export function readSettings(environment, args, folder = '.') {
  const given = Object.fromEntries(
    Object.entries({ ...environmentFile(folder), ...environment }).filter(([, value]) => value),
  );
  const role = optionOf(args, '--role') ?? given['ROLE'];
  const isSilent = role === 'worker' || args.includes('--help');
  const ports = {
    PORT: portOf('PORT', given['PORT'], 3000),
    OFFICE_PORT: portOf('OFFICE_PORT', given['OFFICE_PORT'], 3001),
  };
  if (!isSilent && ports.PORT === ports.OFFICE_PORT && ports.PORT !== 0) {
    throw new Obstacle('PORT and OFFICE_PORT must differ.');
  }
  return {
    host: given['HOST']?.trim() || '127.0.0.1',
    ports: isSilent ? null : ports,
    isDemonstration: !given['DATABASE_URL'],
    brand: given['BRAND_NAME'] ?? '百溪',
  };
}
