// Programs that tests need and that npm does not provide: finds them, or installs them if allowed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

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

/**
 * Chromium without windows, in which tests need a third less time. It shows neither PDFs nor
 * notifications. Without it, all tests use the whole browser.
 */
const headless: Tool = {
  names: ['chromium-headless-shell'],
  debian: 'chromium-headless-shell',
  what: 'Chromium without windows, for faster browser tests',
};

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

/**
 * Returns the browser for the tests: CHROMIUM_PATH, or a browser found on the machine; null if
 * there is none.
 */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  if (given && existsSync(given)) return given;
  return find(tools[0]?.names ?? []) ?? macBrowsers.find((path) => existsSync(path)) ?? null;
}

/** Like `findChromium`, but prefers Chromium without windows. */
export const findHeadless = (): string | null =>
  process.env['CHROMIUM_PATH'] ? findChromium() : (find(headless.names) ?? findChromium());

/**
 * Returns environment variables that give the browser a Chinese font, because every reader's
 * machine has one. Without such a font, text that is drawn before the web fonts load consists of
 * boxes of a different width, so that the layout shifts as it never does for readers. The setting
 * is stored in the machine's temporary files; only Linux uses it.
 */
export function withChineseFont(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const noto = dirname(require.resolve('@expo-google-fonts/noto-sans-tc/package.json'));
  const file = join(mkdtempSync(join(tmpdir(), 'baixi-fonts-')), 'fonts.conf');
  const folders = ['400Regular', '700Bold'].map((name) => `<dir>${join(noto, name)}</dir>`);
  const settings = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  const type = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  writeFileSync(file, `${type}<fontconfig>${settings}${folders.join('')}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}

const isThere = ({ debian, names }: Tool) =>
  debian === 'chromium' ? findChromium() !== null : find(names) !== null;

/** Installs Debian packages; does nothing if that fails. */
function install(packages: readonly string[]): void {
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet as object);
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  spawnSync('apt-get', args, quiet as object);
}

/**
 * Installs missing tools by apt-get if this process runs as root on Debian. Returns the tools that
 * are still missing, each with instructions. Tests do without `headless`, so that it is installed
 * by itself and never reported.
 */
export function installTools(say: (line: string) => void): string[] {
  const missing = tools.filter((tool) => !isThere(tool));
  if (process.getuid?.() === 0 && find(['apt-get'])) {
    const needed = [...new Set(missing.map(({ debian }) => debian))];
    const faster = find(headless.names) ? [] : [headless.debian];
    for (const packages of [needed, faster]) {
      if (packages.length === 0) continue;
      say(`Installing ${packages.join(', ')} …`);
      install(packages);
    }
  }
  return missing
    .filter((tool) => !isThere(tool))
    .map(({ what, debian }) => `${what}, is missing: install it (Debian package ${debian}).`);
}
