// Bundles a server into a few files, because Node needs half of a start to find, read and link its
// two thousand modules one by one (decision 069).
import { relative } from 'node:path';
import { type Plugin, build } from 'vite';

/**
 * Packages that stay in node_modules: those that find native code or files by their own place, and
 * those that such a package or the pages share with the server.
 */
const separate = [
  '@hyzyla/pdfium',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  'fxa-common-password-list',
  'graphile-worker',
  'libheif-js',
  'oauth2-mock-server',
  'pg',
  'pino',
  'piscina',
  'sharp',
  'vite',
  'react',
  'react-dom',
  'react-router',
];

/**
 * Bundles what `entry` (such as `server/main.ts`) imports into `folder`, with a source map beside
 * each file. The entry's file is called after it; the names of all others have a hash, so that a
 * server which runs meanwhile still finds its own.
 */
export async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [sourcePlaces(folder)],
    ssr: { noExternal: true, external: separate },
    build: {
      ssr: entry,
      outDir: folder,
      // `scripts/build.ts` deletes what is too old.
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js' },
      },
    },
  });
}

/**
 * The program finds migrations, templates and workers by the place of its source files. They are
 * not bundled, so each source keeps its place.
 */
function sourcePlaces(folder: string): Plugin {
  return {
    name: 'source-places',
    transform(code, id) {
      if (id.includes('/node_modules/')) return null;
      const unknown = /import\.meta\.(?!url\b)\w+/.exec(code);
      if (unknown) this.error(`${id}: a bundle keeps the value of import.meta.url only`);
      if (!code.includes('import.meta.url')) return null;
      const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
      // Each line stays the line that it was, so the source map does not change.
      return { code: code.replaceAll('import.meta.url', place), map: null };
    },
  };
}
