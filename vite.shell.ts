// What every page of the member site needs comes in two files: the libraries, and the shell.
import { fileURLToPath } from 'node:url';

const ROUTE = '?__react-router-build-client-route';
/** Not every page shows these, but most do: alone, each would cost all the others its name. */
const most = ['Card', 'Amount', 'Field', 'TextInput', 'ProgressBar'];
const roots = ['entry.client.tsx', 'root.tsx', 'site/Layout.tsx', 'site/Page.tsx']
  .concat(most.map((name) => `ui/${name}.tsx`))
  .map((file) => fileURLToPath(new URL(`web/${file}`, import.meta.url)))
  .flatMap((id) => [id, id + ROUTE]);

type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

function neededByAll(context: Context): ReadonlySet<string> {
  const needed = new Set<string>();
  const walk = (id: string) => {
    if (needed.has(id)) return;
    needed.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(walk);
  };
  roots.forEach(walk);
  return needed;
}

/**
 * The file a module goes into, or null: its own way. Left alone, the bundler cuts these into some
 * thirty small files, which compress badly and whose names fill the router's manifest. Libraries
 * stay apart from the shell because they change less often.
 */
export function shellOf() {
  let needed: ReadonlySet<string> | undefined;
  return (id: string, context: Context): string | null => {
    needed ??= neededByAll(context);
    if (!needed.has(id)) return null;
    return id.includes('/node_modules/') ? 'frame' : 'shell';
  };
}
