// Files of a demonstration that are made once and kept beside its database.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the content of a file that only its owner may read; if it does not exist, it is made
 * first. It is written under another name and renamed, so that a killed process leaves no half of
 * it.
 */
export async function keptOnce(
  file: string,
  make: () => Promise<Buffer | string>,
): Promise<Buffer> {
  if (!existsSync(file)) {
    const made = await make();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, made, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file);
}
