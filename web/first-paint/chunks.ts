// Into which files the member site's code goes: libraries and shell, which every page needs, forms.
import { fileURLToPath } from 'node:url';

const ROUTE = '?__react-router-build-client-route';
/** Not every page shows these, but most do: alone, each would cost all the others its name. */
const most = [
  'display/Card',
  'display/Amount',
  'fields/Field',
  'fields/TextInput',
  'display/ProgressBar',
];
const roots = ['entry.client.tsx', 'root.tsx', 'site/Layout.tsx', 'site/Page.tsx']
  .concat('first-paint/late.tsx', 'ui/fields/digits.ts')
  .concat(most.map((name) => `ui/${name}.tsx`))
  .map((file) => fileURLToPath(new URL(`../${file}`, import.meta.url)))
  .flatMap((id) => [id, id + ROUTE]);

type Module = {
  importedIds: readonly string[];
  importers: readonly string[];
  code: string | null;
};
type Context = { getModuleInfo: (id: string) => Module | null };

/** Lists every icon there is, of which a module takes a few. */
const ICONS = '/lucide-react/dist/esm/lucide-react.mjs';
const taken = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const listed = /export\s*\{([^}]*)\}\s*from\s*["']\.(\/icons\/[^"']+)["']/g;
/** An icon that so many modules take goes with the others like it. */
const COMMON_FROM = 4;
/** The only one of them where people come in, whose file takes it: it need not bring the others. */
const ENTRANCE_ICON = '/icons/eye.mjs';
const namesIn = (clause: string) => clause.match(/\w+(?=\s*(,|$|\sas\s))/g) ?? [];

/** The file of each icon by each of its names, as the library's list has it. */
function iconFiles(list: string, { code }: Module): ReadonlyMap<string, string> {
  const folder = list.slice(0, list.lastIndexOf('/'));
  return new Map(
    [...(code?.matchAll(listed) ?? [])].flatMap(([, clause = '', path = '']) =>
      clause.split(',').map((one) => [one.replace('default as', '').trim(), folder + path]),
    ),
  );
}

/** Follows imports, of the icons only those that are named. */
class Walk {
  readonly needed = new Set<string>();
  /** Icons that many modules take. */
  readonly common = new Set<string>();
  readonly #context: Context;
  #files: ReadonlyMap<string, string> | undefined;

  constructor(context: Context) {
    this.#context = context;
    roots.forEach((id) => this.#follow(id));
  }

  #iconsOf(code: string | null): string[] {
    return [...(code?.matchAll(taken) ?? [])]
      .flatMap(([, clause = '']) => namesIn(clause))
      .flatMap((name) => this.#files?.get(name) ?? []);
  }

  #readList(id: string): void {
    const list = this.#files ? null : this.#context.getModuleInfo(id);
    if (!list) return;
    this.#files = iconFiles(id, list);
    const counts = new Map<string, number>();
    for (const importer of new Set(list.importers)) {
      for (const icon of this.#iconsOf(this.#context.getModuleInfo(importer)?.code ?? null)) {
        const count = (counts.get(icon) ?? 0) + 1;
        counts.set(icon, count);
        if (count === COMMON_FROM) this.common.add(icon);
      }
    }
  }

  #follow(id: string): void {
    if (this.needed.has(id)) return;
    this.needed.add(id);
    const module = this.#context.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) {
      if (!imported.endsWith(ICONS)) this.#follow(imported);
      else {
        this.#readList(imported);
        this.#iconsOf(module?.code ?? null).forEach((icon) => this.#follow(icon));
      }
    }
  }
}

/**
 * The file a module goes into, or null: its own way. Left alone, the bundler cuts these into some
 * thirty small files, which compress badly and whose names fill the router's manifest. Libraries
 * stay apart from the shell because they change less often.
 */
function shellOf() {
  let walk: Walk | undefined;
  return (id: string, context: Context): string | null => {
    walk ??= new Walk(context);
    if (walk.needed.has(id)) return id.includes('/node_modules/') ? 'frame' : 'shell';
    if (walk.common.has(id) && !id.endsWith(ENTRANCE_ICON)) return 'icons';
    return id.includes('/@tanstack/') && id.includes('query') ? 'queries' : null;
  };
}

/** What one file is made of: any of these, and what they alone import. */
const anyOf = (...paths: string[]) => new RegExp(`/(?:${paths.join('|')})(?:$|\\?)`);

/** A module goes to the first that takes it. What is small and mostly together makes one file. */
export const files = [
  { name: shellOf(), priority: 2 },
  {
    name: 'fields',
    test: anyOf('web/form/(?:Form|fields|at-field)\\.tsx?', 'react-hook-form/.*'),
    priority: 1,
  },
  {
    name: 'entrance',
    test: anyOf(
      'web/form/PasswordField\\.tsx',
      'web/identity/recovery/(?:password-refusals|NewPasswordFields)\\.tsx?',
      'web/identity/sign-in/(?:use-google|GoogleButton)\\.tsx?',
    ),
    priority: 0,
  },
  // Else the next would take these along, and who needs them would need all of it.
  { name: 'choices', test: anyOf('web/ui/fields/Choices\\.tsx'), priority: 1 },
  { name: 'choice-fields', test: anyOf('web/form/choice-fields\\.tsx'), priority: 1 },
  {
    name: 'registering',
    test: anyOf('web/identity/register/(?:RegisterFields|register-draft)\\.tsx?'),
    priority: 0,
  },
  { name: 'orders', test: anyOf('web/investing/order/order-(?:words|action)\\.tsx?'), priority: 0 },
  {
    name: 'engine',
    test: anyOf('contract/(?:core/(?:day|money)|law/(?:rates|schedule|prepayment))\\.ts'),
    priority: 0,
  },
];
