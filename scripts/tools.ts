// Programs that tests need and npm does not have: found, or installed where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Tool = { names: string[]; debian: string; what: string };

const tools: Tool[] = [
  {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debian: 'chromium',
    what: 'Chromium, for the browser tests',
  },
  { names: ['pdfsig'], debian: 'poppler-utils', what: 'pdfsig, which checks seals on PDFs' },
  { names: ['pdftotext'], debian: 'poppler-utils', what: 'pdftotext, which reads PDFs' },
  { names: ['hledger'], debian: 'hledger', what: 'hledger, which checks the ledger' },
];

const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function find(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of names) {
    for (const folder of folders) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

/** The browser that tests start: CHROMIUM_PATH, else any found. Null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  if (given && existsSync(given)) return given;
  return find(tools[0]?.names ?? []) ?? macBrowsers.find((path) => existsSync(path)) ?? null;
}

const isThere = ({ debian, names }: Tool) =>
  debian === 'chromium' ? findChromium() !== null : find(names) !== null;

/**
 * Installs what is missing by apt-get where this is root on Debian. Answers what is still
 * missing, each with what to do about it.
 */
export function installTools(say: (line: string) => void): string[] {
  const missing = tools.filter((tool) => !isThere(tool));
  if (missing.length === 0) return [];
  const packages = [...new Set(missing.map(({ debian }) => debian))];
  if (process.getuid?.() === 0 && find(['apt-get'])) {
    say(`Installing ${packages.join(', ')} …`);
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], quiet as object);
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    spawnSync('apt-get', args, quiet as object);
  }
  return missing
    .filter((tool) => !isThere(tool))
    .map(({ what, debian }) => `${what}, is missing: install it (Debian package ${debian}).`);
}
