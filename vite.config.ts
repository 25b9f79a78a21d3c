// How Vite builds and serves the member site.
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { evaluated } from './web/first-paint/evaluated.ts';
import { replaced } from './web/first-paint/replaced.ts';
import { files } from './web/first-paint/chunks.ts';

export default defineConfig({
  plugins: [tailwindcss(), evaluated(), replaced(), reactRouter()],
  // Our JSX runtime keeps terms, and numbers with their units, on one line (decision 034).
  oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
  envPrefix: ['VITE_', 'BRAND_'],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: files },
            // Each page loads the names of all files, and a hash cannot be compressed; 28 bits are
            // enough to distinguish the versions of one file.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
  },
  // These packages have hundreds of small files, which a server would have to load one by one.
  ssr: { noExternal: [/^@base-ui\//, /^@tanstack\//, /^@visx\//, /^d3-/] },
  build: {
    target: 'es2022',
    // `scripts/build.ts` deletes what is too old.
    emptyOutDir: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Server and browser must name the same files.
    rolldownOptions: {
      output: { hashCharacters: 'hex', assetFileNames: 'assets/[name]-[hash:7][extname]' },
    },
  },
});
