// Build plugin that replaces modules of libraries with modules of this project.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

type Replacement = { theirs: RegExp; ours: string; exports: string };

/**
 * Modules to replace, with their replacements. The router's own chunk loader reloads the page
 * endlessly if a chunk is missing. Three of its parts are not used, but would be part of every
 * page. The icon library's factory does far more than this app needs, and is part of every page.
 */
const replacements: readonly Replacement[] = [
  {
    theirs: /react-router\/dist\/[a-z]+\/lib\/dom\/ssr\/routeModules\.js$/,
    ours: 'web/first-paint/route-modules.ts',
    exports: '{ loadRouteModule }',
  },
  {
    theirs: /react-router\/dist\/[a-z]+\/lib\/router\/instrumentation\.js$/,
    ours: 'web/first-paint/router-parts.ts',
    exports: '*',
  },
  {
    theirs: /react-router\/dist\/[a-z]+\/lib\/dom\/ssr\/fog-of-war\.js$/,
    ours: 'web/first-paint/router-parts.ts',
    exports: '*',
  },
  {
    theirs: /react-router\/dist\/[a-z]+\/lib\/dom\/ssr\/fallback\.js$/,
    ours: 'web/first-paint/router-parts.ts',
    exports: '{ RemixRootDefaultHydrateFallback }',
  },
  {
    theirs: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    ours: 'web/ui/icon.tsx',
    exports: '{ iconOf as default }',
  },
];

/**
 * Fails the build if a new version of a library has moved a replaced module or bundled it twice.
 */
export function replaced(): Plugin {
  const counts = new Map<Replacement, number>();
  return {
    name: 'baixi:replaced',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      counts.clear();
    },
    load(id) {
      const found = replacements.find(({ theirs }) => theirs.test(id.split('?')[0] ?? ''));
      if (!found) return null;
      counts.set(found, (counts.get(found) ?? 0) + 1);
      const ours = fileURLToPath(new URL(`../../${found.ours}`, import.meta.url));
      return `export ${found.exports} from ${JSON.stringify(ours)};`;
    },
    buildEnd(error) {
      if (error) return;
      for (const one of replacements) {
        const count = counts.get(one) ?? 0;
        if (count !== 1) this.error(`${one.ours} replaced ${count} modules, not one`);
      }
    },
  };
}
