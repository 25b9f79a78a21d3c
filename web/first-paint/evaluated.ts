// Build plugin that runs some modules during the build, so that browsers load only what the modules
// export.
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The exports of these modules are plain data made from the contract, whose schemas would make
 * every page larger.
 */
const modules = ['web/site/kit/calls.ts', 'web/site/kit/late-lines.ts', 'web/office/calls.ts'].map(
  (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)),
);

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

/** Also used by `npm run dev`: a change of the contract restarts the server, and Vite with it. */
export function evaluated(): Plugin {
  return {
    name: 'baixi:evaluated',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? '';
      return modules.includes(file) ? { code: await literalsOf(file), map: null } : null;
    },
  };
}
