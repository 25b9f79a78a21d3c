// `npm run dev`: runs the server from its sources and restarts it when one of them changes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { readOptions } from './options.ts';

readOptions({
  command: 'npm run dev --',
  purpose: 'Runs the demonstration from its sources, again whenever one of them changes.',
});

const PAUSE_MS = 150;
/** The server reads these folders. Pages are not among them, because Vite reloads pages itself. */
const folders = ['server', 'contract', 'db'];
const sources = /\.(ts|sql|typ)$/;

const fonts = spawnSync(process.execPath, ['scripts/fonts/fonts.ts'], { stdio: 'inherit' });
if (fonts.status !== 0) process.exit(1);

let child: ChildProcess | undefined;
let again = false;
let leaving = false;

function start(): void {
  again = false;
  // Vite uses the development builds of React and of its router; the server must use the same
  // builds.
  const args = ['--conditions=development', 'server/main.ts', '--dev'];
  child = spawn(process.execPath, args, { stdio: 'inherit' });
  child.once('exit', (code) => {
    child = undefined;
    if (leaving) process.exit(code ?? 0);
    if (again) start();
    else process.stdout.write('The server ended; it starts again when a source changes.\n');
  });
}

let timer: NodeJS.Timeout | undefined;
function restart(file: string | null): void {
  if (leaving || !file || !sources.test(file) || file.includes('.test.')) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    process.stdout.write(`\n${file} changed …\n`);
    again = true;
    if (child) child.kill('SIGTERM');
    else start();
  }, PAUSE_MS);
}

for (const folder of folders) {
  watch(folder, { recursive: true }, (_event, file) => restart(file && `${folder}/${file}`));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    leaving = true;
    if (!child) process.exit(0);
    // Ctrl-C in a terminal has already stopped the server; a second signal does no harm.
    child.kill('SIGTERM');
  });
}
start();
