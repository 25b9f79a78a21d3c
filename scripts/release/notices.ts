// Licence notices of the packages that a production installation contains.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Licences under which we may distribute a package beside our own code. */
export const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
] as const;

/** Packages whose package.json names no SPDX licence, with that of their licence file. */
const statedElsewhere: Readonly<Record<string, string>> = {
  '@visx/vendor': 'MIT AND ISC',
  'incremental-encoder': 'MPL-2.0',
  'png-js': 'MIT',
  'prelude-ls': 'MIT',
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

export type ShippedPackage = { name: string; version: string; licence: string; folder: string };

/** Returns the packages of a production installation as the lockfile lists them, by name. */
export function shippedPackages(root: string): ShippedPackage[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const found = Object.entries(lock.packages).flatMap(([folder, one]) => {
    if (folder === '' || one.dev || one.devOptional) return [];
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = statedElsewhere[name] ?? one.license ?? '';
    return [{ name, version: one.version ?? '', licence, folder: join(root, folder) }];
  });
  const by = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...by.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns whether an SPDX expression allows distribution: each part of AND, one part of OR. */
export function isAllowed(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed);
  return (allowedLicences as readonly string[]).includes(plain);
}

/** Returns the text of a package's licence and notice files; empty if it is not installed here. */
function licenceText(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
}

/** Returns THIRD-PARTY-NOTICES: each package with its licence and the text that it came with. */
export function noticesOf(packages: readonly ShippedPackage[]): string {
  const parts = packages.map(({ name, version, licence, folder }) => {
    const text = licenceText(folder);
    return `${name} ${version}\nLicence: ${licence}\n${text ? `\n${text}\n` : ''}`;
  });
  return `${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
