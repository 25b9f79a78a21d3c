// How Vite builds and serves the back office: a plain browser application of its own.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { evaluated } from './web/first-paint/evaluated.ts';

/** The editor of texts has files of its own, for its size; the check of forms is loaded late. */
const APART = /node_modules\/(?:@tiptap|prosemirror|linkify)|web\/form\/resolver\.ts/;
/**
 * What several pages use is one file, because an operator opens many pages a day, each of which
 * named some ninety small ones.
 */
const common = { name: 'common', minShareCount: 2, test: (id: string) => !APART.test(id) };
/** One style sheet, in the order of the imports; rare characters come when they are needed. */
const styles = { name: 'styles', test: /(?<!all-characters)\.css$/, priority: 2 };

export default defineConfig({
  root: fileURLToPath(new URL('web/office', import.meta.url)),
  plugins: [tailwindcss(), evaluated()],
  envPrefix: ['VITE_', 'BRAND_'],
  cacheDir: fileURLToPath(new URL('node_modules/.vite-office', import.meta.url)),
  build: {
    outDir: fileURLToPath(new URL('build/office', import.meta.url)),
    // `scripts/build.ts` deletes what is too old.
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [styles, common] } } },
  },
});
