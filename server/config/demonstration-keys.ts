// Keys of a demonstration, which are created once and stored beside its database, and its bank.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartFailure } from '../start-failure.ts';

const afresh = 'Put it back, or run "npm run reset" to start afresh.';

/** Code of the bank that a demonstration simulates. */
export const SANDBOX_BANK = '812';
/** The platform as creditor at the sandbox bank; number and contract are invented. */
export const SANDBOX_CREDITOR = {
  number: '99688006',
  transaction: '999',
  bank: `${SANDBOX_BANK}0000`,
  account: '00668800668800',
};
/** The company's own account at the sandbox bank. */
export const SANDBOX_COMPANY = '812-00998877665544';

const keysShape = z.object({
  data: z.string(),
  hash: z.string(),
  person: z.string(),
  bank: z.string(),
  captcha: z.string(),
  heads: z.string(),
  proofs: z.string(),
});

/**
 * Keys of a demonstration: created once, stored beside its database, readable only by its owner.
 */
export function demonstrationKeys(dataDir: string): z.output<typeof keysShape> {
  const file = join(dataDir, 'keys.json');
  const fresh = () => randomBytes(32).toString('base64');
  if (!fs.existsSync(file)) {
    // New keys could not decrypt what the old ones encrypted.
    if (fs.existsSync(join(dataDir, 'seal.p12')) || fs.existsSync(join(dataDir, 'pg'))) {
      throw new StartFailure(`${file}, the keys of its data, is missing. ${afresh}`);
    }
    fs.mkdirSync(dataDir, { recursive: true });
    keepKeys(file, {
      hash: fresh(),
      bank: fresh(),
      captcha: fresh(),
      data: fresh(),
      person: fresh(),
      heads: fresh(),
      proofs: fresh(),
    });
  }
  try {
    const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
    // Adds keys to demonstrations that were created before these keys existed.
    const added = ['person', 'heads', 'proofs'].filter((name) => !kept[name]);
    const fill = Object.fromEntries(added.map((name) => [name, fresh()]));
    if (added.length > 0) keepKeys(file, { ...kept, ...fill });
    return keysShape.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    throw new StartFailure(`${file} is damaged. ${afresh}`);
  }
}

/** Writes to a new file and renames it, so that a killed process cannot leave half a file. */
function keepKeys(file: string, keys: object): void {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}
