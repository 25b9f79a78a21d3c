// Build plugin that runs some modules during the build, so that browsers load only their results.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadEnv, type Plugin } from 'vite';

/**
 * Modules whose exports are plain data calculated from the contract or the environment. Without the
 * plugin, every page would also load what calculates them, such as the contract's schemas.
 */
const modules = [
  'contract/tasks/kinds.ts',
  'web/site/brand-values.ts',
  'web/site/kit/calls.ts',
  'web/site/kit/deferred-lines.ts',
  'web/office/calls.ts',
].map((file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)));

/**
 * Runs the module `file` in Node and returns the source of a module that exports the same values as
 * literals.
 */
export async function literalsOf(file: string): Promise<string> {
  const exports: Record<string, unknown> = await import(pathToFileURL(file).href);
  return Object.entries(exports)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}

/**
 * Also used by `npm run dev`: after a change of the contract, the development server restarts, and
 * Vite with it.
 */
export function evaluated(): Plugin {
  return {
    name: 'baixi:evaluated',
    enforce: 'pre',
    /** The brand may be set in a file `.env`, which Node does not read by itself. */
    config: (_config, { mode }) =>
      void Object.assign(process.env, loadEnv(mode, process.cwd(), 'BRAND_')),
    async load(id) {
      const file = id.split('?')[0] ?? '';
      return modules.includes(file) ? { code: await literalsOf(file), map: null } : null;
    },
  };
}
