// Tests of `npm start` in a checkout in miniature: order, sockets, signals, and starts that fail.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOf } from './lock.js';
import { makeCheckout } from './testing/checkout.ts';

let checkout: Awaited<ReturnType<typeof makeCheckout>>;
beforeEach(async () => {
  checkout = await makeCheckout();
});
afterEach(() => checkout.remove());

const asBrowser = { headers: { accept: 'text/html,*/*' } };
/** What a first start runs, in this order; pages and filling run side by side. */
const everything = [
  expect.stringMatching(/^npm install --prefix \. /),
  'build --if-changed --server',
  'build --if-changed --pages',
  'server --fill',
  expect.stringMatching(/^server --sockets \d+;\d+$/),
];

/** Returns the answer of the member site, or the error of a connection that was refused. */
async function look(url = checkout.site, init: RequestInit = asBrowser) {
  const answer = await fetch(url, init);
  return { status: answer.status, text: await answer.text() };
}

const untilServed = () => expect.poll(async () => (await look()).text).toBe('the site');
const untilRun = (what: RegExp) =>
  expect
    .poll(() => checkout.has('ran') && readFileSync(checkout.path('ran'), 'utf8'))
    .toMatch(what);
/** Waits until the page of progress is there. */
const untilShown = (text: string) =>
  expect.poll(() => look().then(({ text }) => text, String)).toContain(text);

/** Lets a start end by itself and returns its code and what it printed. */
async function failed(...of: Parameters<typeof checkout.start>) {
  const running = checkout.start(...of);
  const code = await running.ended;
  return { code, printed: running.printed() };
}

describe('a first start', () => {
  test('shows its progress on both ports and never closes them', async () => {
    checkout.wait();
    const { ended, child, printed } = checkout.start({ npm: { waits: true } });
    await untilShown('準備中｜百溪<');
    expect(await look(`${checkout.office}/inbox`)).toEqual({
      status: 503,
      text: expect.stringContaining('準備中｜百溪後台<'),
    });
    expect(await look(`${checkout.site}/v1/plans`, { method: 'POST', body: '{}' })).toEqual({
      status: 503,
      text: '百溪準備中，請稍後再試。\n',
    });
    const refused: unknown[] = [];
    let served = false;
    const asking = (async () => {
      while (!served) await look(checkout.office).catch((error) => refused.push(error));
    })();
    checkout.goOn();
    await untilServed();
    served = true;
    await asking;
    expect(refused).toEqual([]);
    expect(await look(checkout.office)).toEqual({ status: 200, text: 'the site' });
    const runs = checkout.runs();
    expect(runs).toHaveLength(everything.length);
    expect(runs).toEqual(expect.arrayContaining(everything));
    expect([runs[0], runs[1], runs.at(-1)]).toEqual([everything[0], everything[1], everything[4]]);
    expect(printed()).toMatch(
      /Installing packages …\nDone: packages, \d+ s\.\nBuilding the server …/,
    );
    expect(printed()).toMatch(
      /Prepared in \d+ s: packages \d+ s, server \d+ s, pages \d+ s, database \d+ s/,
    );
    // The server ends with 7 after SIGTERM, and that is the code of the start.
    child.kill('SIGTERM');
    expect(await ended).toBe(7);
  });

  test('counts what is filled, beside the build of the pages', async () => {
    checkout.wait();
    checkout.start({ server: { fills: true }, build: {} });
    await untilShown('1／2 個月');
    const { text } = await look();
    expect(text).toMatch(/<li class="done">.*安裝套件.*完成/);
    expect(text).toMatch(/<li class="running">.*填入示範資料/);
    checkout.goOn();
    await untilServed();
  });

  test('with a database of its own fills nothing', async () => {
    checkout.start({}, { env: { DATABASE_URL: 'postgres://db.example/baixi' } });
    await untilServed();
    expect(checkout.runs()).not.toContain('server --fill');
  });

  test('of a worker opens no port', async () => {
    const DATABASE_URL = 'postgres://db.example/baixi';
    const running = checkout.start({}, { env: { DATABASE_URL }, args: ['--role', 'worker'] });
    await untilRun(/server --role worker\n/);
    await expect(look()).rejects.toThrow();
    running.child.kill('SIGTERM');
    await running.ended;
  });
});

describe('a later start', () => {
  async function startAndStop() {
    const { child, ended } = checkout.start();
    await untilServed();
    child.kill('SIGTERM');
    await ended;
    checkout.runs();
  }

  test('runs the server alone', async () => {
    await startAndStop();
    checkout.start();
    await untilServed();
    expect(checkout.runs()).toEqual([everything[4]]);
  });

  test('builds again after a change of a source or a build with other settings', async () => {
    await startAndStop();
    checkout.write('package.json', '\n');
    await startAndStop();
    writeFileSync(checkout.path('build/sources'), 'another');
    const { child, ended } = checkout.start();
    await untilServed();
    expect(checkout.runs()).toEqual([everything[1], everything[2], everything[4]]);
    child.kill('SIGTERM');
    await ended;
  });

  test('passes options and the exit code of the server on', async () => {
    await startAndStop();
    const { code, printed } = await failed(
      { server: { code: 3, says: 'Settings missing.' } },
      { args: ['--api', '--stack'] },
    );
    expect([code, printed]).toEqual([3, 'Settings missing.\n']);
    expect(checkout.runs()).toEqual([expect.stringMatching(/^server --sockets .* --api --stack$/)]);
  });

  test('uses the development builds of packages for pages from their sources only', async () => {
    const flagsOf = async (args: string[]) => {
      const { child, ended } = checkout.start({}, { args });
      await untilServed();
      child.kill('SIGTERM');
      await ended;
      return readFileSync(checkout.path('flags'), 'utf8').split(' ');
    };
    expect(await flagsOf([])).not.toContain('--conditions=development');
    expect(await flagsOf(['--dev'])).toContain('--conditions=development');
  });

  test('says that the system ended the server', async () => {
    await startAndStop();
    const { code, printed } = await failed({ server: { dies: true } });
    expect(code).toBe(137);
    expect(printed).toMatch(
      /^The server was ended by SIGKILL, which is how memory runs out\..*\n$/,
    );
  });
});

describe('a start that is ended', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s while it prepares stops everything', async (signal, expected) => {
    checkout.wait();
    const { child, ended, printed } = checkout.start({ npm: { waits: true } });
    await untilRun(/npm/);
    child.kill(signal);
    expect(await ended).toBe(expected);
    expect(printed()).toContain('Stopping …');
    expect(printed()).not.toContain('could not');
    await expect(look()).rejects.toThrow();
    checkout.goOn();
    checkout.start();
    await untilServed();
  });

  test.each([
    ['npm', everything],
    ['build', everything.slice(1)],
    ['server', everything.slice(3)],
  ] as const)('by SIGKILL while %s runs is made up for by the next', async (program, again) => {
    checkout.wait();
    const told = { [program]: { waits: true } };
    const { child, ended } = checkout.start(told);
    await untilRun(new RegExp(`^${program} `, 'm'));
    // The pages are built beside the filling, and are not built again once this is noted.
    if (program === 'server') await expect.poll(() => checkout.has('build/seen')).toBe(true);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    checkout.runs();
    // The program still runs and waits, because nobody lets it go on.
    const next = checkout.start();
    await untilServed();
    checkout.goOn();
    expect(checkout.runs()).toEqual(expect.arrayContaining([...again]));
    expect(next.printed()).toMatch(/Stopping what an earlier start left running|^Building/);
  });

  test('by SIGKILL while it serves ends the server too', async () => {
    const { child, ended } = checkout.start();
    await untilServed();
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => look().catch(() => 'closed')).toBe('closed');
    checkout.start();
    await untilServed();
  });

  test('while npm writes leaves no half-written package that counts as installed', async () => {
    const { code, printed } = await failed({ npm: { dies: true } });
    expect(code).toBe(1);
    expect(printed).toContain('npm was ended by SIGKILL, which is how memory runs out.');
    // npm's own note would say that all is there.
    writeFileSync(
      checkout.path('node_modules/.package-lock.json'),
      readFileSync(checkout.path('package-lock.json')),
    );
    writeFileSync(checkout.path('node_modules/half'), '');
    checkout.start();
    await untilServed();
    expect(checkout.has('node_modules/half')).toBe(false);
    expect(checkout.runs().filter((run) => run.startsWith('npm'))).toHaveLength(2);
  });
});

describe('one plain sentence for', () => {
  const refused = async (...of: Parameters<typeof checkout.start>) => {
    const { code, printed } = await failed(...of);
    expect(code).toBe(1);
    return printed.trim().split('\n').at(-1);
  };

  test.each(['PORT', 'OFFICE_PORT'] as const)('a taken port, which is %s', async (setting) => {
    const { site, office } = checkout.ports;
    const port = setting === 'PORT' ? site : office;
    const other = createServer();
    await new Promise<void>((ready) => other.listen(port, '127.0.0.1', ready));
    try {
      expect(await failed()).toEqual({
        code: 1,
        printed:
          `Port ${port} is taken by another program. ` +
          `Choose another: ${setting}=${port + 100} npm start\n`,
      });
      expect(checkout.runs()).toEqual([]);
    } finally {
      await new Promise((closed) => other.close(closed));
    }
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535; it is "abc".'],
    [{ PORT: '4000', OFFICE_PORT: '4000' }, 'PORT and OFFICE_PORT must differ.'],
    [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1 is not an address of this machine.'],
  ])('the setting %j', async (env, sentence) => {
    expect(await refused({}, { env })).toBe(sentence);
  });

  test('no network, after which the next start goes on', async () => {
    const says = 'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error A log is at …';
    expect(await refused({ npm: { code: 1, says } })).toBe(
      'The packages could not be installed: the registry cannot be reached (EAI_AGAIN). ' +
        'Check the network and start again.',
    );
    checkout.start();
    await untilServed();
  });

  test.each([
    ['npm', { npm: { code: 228, says: 'npm error code ENOSPC\nnpm error ENOSPC: no space left' } }],
    ['the build', { build: { code: 1, says: 'Error: ENOSPC: no space left on device, write' } }],
    ['the filling', { server: { fails: 'The database: No space left on device' } }],
  ] as const)('a full disk in %s, after which the next start goes on', async (_, told) => {
    expect(await refused(told)).toMatch(/^There is no room left on the disk: a start needs about/);
    checkout.start();
    await untilServed();
  });

  test.each([
    ['a heap', { build: { code: 134, says: 'FATAL ERROR: JavaScript heap out of memory' } }],
    ['the system', { build: { code: 1, says: 'Error: spawn ENOMEM' } }],
  ] as const)('too little memory for %s', async (_, told) => {
    expect(await refused(told)).toMatch(/^There is not enough memory: a start needs about/);
  });

  test('a build that the system killed', async () => {
    expect(await refused({ build: { dies: true } })).toMatch(/^The build was ended by SIGKILL,/);
  });

  test('a folder that this user may not write to', async () => {
    // Root may write everywhere, so that the start runs as another user where tests run as root.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    if (uid === undefined) writeFileSync(checkout.path('.cache'), '');
    expect(await refused({}, { uid })).toMatch(
      /^This user may not write to \S+\. Change its owner/,
    );
  });

  test('a start that runs already', async () => {
    const first = checkout.start();
    await untilServed();
    const lock = { pid: process.pid, started: startOf(process.pid) };
    writeFileSync(checkout.path('.data/lock'), JSON.stringify(lock));
    expect(await refused()).toBe(
      `It runs already, as process ${process.pid}. Stop that one first, or use another checkout.`,
    );
    first.child.kill('SIGTERM');
  });

  test('a start that prepares already', async () => {
    checkout.wait();
    const first = checkout.start({ npm: { waits: true } });
    await untilRun(/npm/);
    const env = { PORT: '0', OFFICE_PORT: '0' };
    expect(await refused({}, { env })).toBe(
      `Another start prepares this checkout, as process ${first.child.pid}. ` +
        'Wait for its end, or stop it.',
    );
    checkout.goOn();
    await untilServed();
  });

  test('no npm', async () => {
    expect(await refused({}, { env: { PATH: '/nowhere' } })).toBe(
      'The command npm is missing; it comes with Node. Install it.',
    );
  });

  test.each(['12.22.12', '18.20.4'])('Node %s', (version) => {
    let said = '';
    const older = {
      version: `v${version}`,
      versions: { node: version },
      stderr: { write: (text: string) => (said += text) },
      exitCode: 0,
    };
    runInNewContext(readFileSync('scripts/start.js', 'utf8'), { process: older });
    expect([older.exitCode, said]).toEqual([
      1,
      `Node 20 or newer is needed; this is v${version}. Install it and try again.\n`,
    ]);
  });
});
