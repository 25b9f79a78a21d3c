// Reads the text of a PDF with Debian's poppler-utils.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Returns the text without spaces, because line breaks depend on the typesetting. */
export async function textOf(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  await writeFile(join(folder, 'contract.pdf'), pdf);
  const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'contract.pdf'), '-']);
  await rm(folder, { recursive: true });
  return stdout.replace(/\s+/g, '');
}
