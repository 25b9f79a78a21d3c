// The plugin that runs some modules at build, so that browsers load only what they export.
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Their exports are plain data, made from the contract, whose schemas would fill every page. */
const modules = ['web/site/kit/calls.ts', 'web/site/kit/late-lines.ts', 'web/office/calls.ts'].map(
  (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)),
);

/** Runs the module `file` in Node and answers a module that exports the same as literals. */
export async function literalsOf(file: string): Promise<string> {
  const exports: Record<string, unknown> = await import(pathToFileURL(file).href);
  return Object.entries(exports)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}

/** In `npm run dev` too: a change of the contract starts the server, and with it Vite, again. */
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
