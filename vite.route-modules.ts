// The plugin that puts web/route-modules.ts in the place of the router's own loader of chunks.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const theirs = /react-router\/dist\/[a-z]+\/lib\/dom\/ssr\/routeModules\.js$/;
const ours = fileURLToPath(new URL('web/route-modules.ts', import.meta.url));

/**
 * Theirs reloads the page without limit when a chunk cannot be had. Fails the build when an
 * upgrade moved the module, or bundled it twice.
 */
export function routeModules(): Plugin {
  let replaced = 0;
  return {
    name: 'baixi:route-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      replaced = 0;
    },
    load(id) {
      if (!theirs.test(id.split('?')[0] ?? '')) return null;
      replaced += 1;
      return `export { loadRouteModule } from ${JSON.stringify(ours)};`;
    },
    buildEnd(error) {
      if (error || replaced === 1) return;
      this.error(`the router's loader of chunks was replaced ${replaced} times, not once`);
    },
  };
}
