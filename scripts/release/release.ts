// `npm run release`: makes a version and its tag, and writes the files that go with it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../options.ts';
import { notesOf, released } from './changelog.ts';
import { noticesOf, shippedPackages } from './notices.ts';

const FOLDER = 'release';
/** Names the version of the image that the chart installs. */
const CHART = 'deploy/chart/Chart.yaml';

const { values } = readOptions({
  command: 'npm run release --',
  purpose: 'Makes a version with its tag, or writes the files of the version that is checked out.',
  options: {
    version: {
      type: 'string',
      value: 'X.Y.Z',
      about: 'makes this version: changelog, commit, tag',
    },
    files: { type: 'boolean', about: `writes source, SBOM, notices and sums into ${FOLDER}/` },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1_000_000_000 }).trim();

if (values.version !== undefined) makeVersion(values.version);
if (values.files) writeFiles();
if (values.version === undefined && !values.files) refuse('Give --version or --files.');

/** Gives the changelog's newest entries a version and a date, commits that, and tags it. */
function makeVersion(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) refuse(`${version} is not a version such as 1.2.3.`);
  if (git('status', '--porcelain') !== '') refuse('Commit or remove what is changed first.');
  if (git('tag', '--list', `v${version}`) !== '') refuse(`v${version} exists already.`);
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  const changed = released(text, version, today);
  if (changed === null) refuse('CHANGELOG.md has nothing under "Unreleased".');
  writeFileSync('CHANGELOG.md', changed);
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { stdio: 'ignore' });
  const chart = readFileSync(CHART, 'utf8');
  writeFileSync(CHART, chart.replace(/^appVersion: .*$/m, `appVersion: ${version}`));
  git(
    'commit',
    '-q',
    '-m',
    `Release ${version}`,
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    CHART,
  );
  git('tag', '-a', `v${version}`, '-m', `百溪 ${version}`);
  say(`v${version} is committed and tagged. Push it with: git push --follow-tags`);
}

/** Writes the source code, the SBOM (CycloneDX), the licence notices, notes and SHA-256 sums. */
function writeFiles(): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const name = `baixi-${version}`;
  git('archive', `--prefix=${name}/`, '-o', join(FOLDER, `${name}.tar.gz`), 'HEAD');
  const bom = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];
  const sbom = execFileSync('npm', bom, { encoding: 'utf8', maxBuffer: 100_000_000 });
  writeFileSync(join(FOLDER, `${name}.cdx.json`), sbom);
  writeFileSync(join(FOLDER, 'THIRD-PARTY-NOTICES.txt'), noticesOf(shippedPackages('.')));
  writeFileSync(join(FOLDER, 'NOTES.md'), notesOf(readFileSync('CHANGELOG.md', 'utf8'), version));
  const sums = readdirSync(FOLDER)
    .toSorted()
    .map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(FOLDER, file)))
        .digest('hex');
      return `${hash}  ${file}\n`;
    });
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
  say(`${FOLDER}/ has ${sums.length + 1} files of version ${version}.`);
}
