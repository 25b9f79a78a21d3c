// Prepares the checkout under any Node version from 20 on: installs the packages that are missing.
// @ts-check
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beginPreparing } from './starting/children.js';
import { findNode, installPackages, isInstalled } from './starting/packages.js';
import { Obstacle } from './starting/sentences.js';

const HELP = `node scripts/ready.js
Installs the packages if some are missing; npm runs it before other commands.

  tools   also those that only check, measure or mutate (tools/)
  --help  shows this
`;

/** Folder of the packages that `npm start` does not need. */
const TOOLS = 'tools';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const words = process.argv.slice(2);
if (words.includes('--help')) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknown = words.find((word) => word !== 'tools');
if (unknown !== undefined) {
  process.stderr.write(
    `"${unknown}" is not known. "node scripts/ready.js --help" explains the options.\n`,
  );
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node 20 or newer is needed; this is ${process.version}.\n`);
  process.exit(1);
}
try {
  const folders = ['.', ...(words.includes('tools') ? [TOOLS] : [])];
  const missing = folders.filter((folder) => !isInstalled(folder));
  if (missing.length > 0) await install(missing);
  findNode();
} catch (error) {
  if (!(error instanceof Obstacle)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @param {readonly string[]} missing */
async function install(missing) {
  const children = await beginPreparing();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void children.stop().then(() => process.exit(1)));
  }
  process.stdout.write('Installing packages (about a minute the first time) …\n');
  try {
    for (const folder of missing) await installPackages(children, { folder });
  } finally {
    children.close();
  }
}
