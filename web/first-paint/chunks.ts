// Assigns the member site's code to bundle files: libraries, shell, forms and others.
import { fileURLToPath } from 'node:url';

const ROUTE = '?__react-router-build-client-route';
/**
 * Components that most pages use go into the shell file; in a file of their own, every page would
 * have to name that file.
 */
const most = [
  'display/Card',
  'display/Amount',
  'fields/Field',
  'fields/TextInput',
  'display/ProgressBar',
];
const roots = ['entry.client.tsx', 'root.tsx', 'site/Layout.tsx', 'site/Page.tsx']
  .concat('first-paint/deferred.tsx', 'ui/fields/digits.ts')
  .concat(most.map((name) => `ui/${name}.tsx`))
  .map((file) => fileURLToPath(new URL(`../${file}`, import.meta.url)))
  .flatMap((id) => [id, id + ROUTE]);

type Module = {
  importedIds: readonly string[];
  importers: readonly string[];
  code: string | null;
};
type Context = { getModuleInfo: (id: string) => Module | null };

/** The library's module that exports all icons, of which each module uses a few. */
const ICONS = '/lucide-react/dist/esm/lucide-react.mjs';
const iconImports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const listed = /export\s*\{([^}]*)\}\s*from\s*["']\.(\/icons\/[^"']+)["']/g;
/** An icon used by at least this many modules goes into the shared icon file. */
const COMMON_FROM = 4;
/**
 * The icons of the sign-in pages, which need not load the other icons for them: one goes into the
 * file of these pages, the other has a file of its own.
 */
const ENTRANCE_ICONS = /\/icons\/(?:eye|key-round)\.mjs$/;
const namesIn = (clause: string) => clause.match(/\w+(?=\s*(,|$|\sas\s))/g) ?? [];

/** Maps each icon name to its file, as listed by the library. */
function iconFiles(list: string, { code }: Module): ReadonlyMap<string, string> {
  const folder = list.slice(0, list.lastIndexOf('/'));
  return new Map(
    [...(code?.matchAll(listed) ?? [])].flatMap(([, clause = '', path = '']) =>
      clause.split(',').map((one) => [one.replace('default as', '').trim(), folder + path]),
    ),
  );
}

/**
 * Follows the imports of a module. From the icon library, it follows only the icons that an import
 * names.
 */
class Walk {
  readonly needed = new Set<string>();
  /** Icons that are used by many modules. */
  readonly common = new Set<string>();
  readonly #context: Context;
  #files: ReadonlyMap<string, string> | undefined;

  constructor(context: Context) {
    this.#context = context;
    roots.forEach((id) => this.#follow(id));
  }

  #iconsOf(code: string | null): string[] {
    return [...(code?.matchAll(iconImports) ?? [])]
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
 * Returns the bundle file of a module, or null for the default. By default the bundler would create
 * some thirty small files, which compress badly and whose names fill the router's manifest.
 * Libraries are separate from the shell because they change less often.
 */
function shellOf() {
  let walk: Walk | undefined;
  return (id: string, context: Context): string | null => {
    walk ??= new Walk(context);
    if (walk.needed.has(id)) return id.includes('/node_modules/') ? 'frame' : 'shell';
    if (walk.common.has(id) && !ENTRANCE_ICONS.test(id)) return 'icons';
    return id.includes('/@tanstack/') && id.includes('query') ? 'queries' : null;
  };
}

/** Returns a pattern that matches these modules and everything that only they import. */
const anyOf = (...paths: string[]) => new RegExp(`/(?:${paths.join('|')})(?:$|\\?)`);

/**
 * Bundle files in order of precedence: a module goes into the first file that matches. Small
 * modules that are mostly used together share a file.
 */
export const files = [
  { name: shellOf(), priority: 2 },
  {
    name: 'fields',
    test: anyOf('web/form/(?:Form|deferred-form|fields|at-field)\\.tsx?', 'react-hook-form/.*'),
    priority: 1,
  },
  {
    name: 'entrance',
    test: anyOf(
      'web/form/PasswordField\\.tsx',
      'web/identity/register/google-newcomer\\.ts',
      'web/identity/recovery/(?:password-refusals|NewPasswordFields)\\.tsx?',
      'web/identity/sign-in/(?:use-google|GoogleButton|waiting-sign-in)\\.tsx?',
    ),
    priority: 0,
  },
  // These modules have separate files, because otherwise the next file would contain them, and
  // pages that need them would have to load all of it.
  { name: 'members', test: anyOf('web/site/members\\.css'), priority: 1 },
  { name: 'choices', test: anyOf('web/ui/fields/Choices\\.tsx'), priority: 1 },
  { name: 'choice-fields', test: anyOf('web/form/choice-fields\\.tsx'), priority: 1 },
  { name: 'register-draft', test: anyOf('web/identity/register/register-draft\\.ts'), priority: 1 },
  {
    name: 'registering',
    test: anyOf('web/identity/register/RegisterFields\\.tsx'),
    priority: 0,
  },
  // Members' pages need these together; each file of its own would be named by every one of them.
  // They import nothing that public pages share, because a file also gets what its modules import.
  {
    name: 'code-fields',
    test: anyOf(
      'web/form/OTPField\\.tsx',
      'web/identity/captcha/with-work\\.ts',
      'web/ui/fields/OTPInput\\.tsx',
    ),
    priority: 0,
  },
  {
    name: 'papers',
    test: anyOf(
      'contract/taiwan/personal-number\\.ts',
      '.*/icons/files\\.mjs',
      'web/form/FilesField\\.tsx',
      'web/verification/(?:Asked|FormPart)\\.tsx',
    ),
    priority: 0,
  },
  {
    name: 'acts',
    test: anyOf(
      'web/(?:use-act|save-as)\\.ts',
      'contract/proofs/words\\.ts',
      'web/ui/Layout\\.tsx',
      'web/reports/trust/TrustCard\\.tsx',
      '.*/icons/(?:plus|smartphone|user-round)\\.mjs',
    ),
    priority: 0,
  },
  {
    name: 'selects',
    test: anyOf(
      'web/form/(?:select-fields|DateField)\\.tsx',
      'web/ui/fields/(?:DateSelects|Select)\\.tsx',
    ),
    priority: 0,
  },
  // What the page of cases shows besides its table; few other pages show one of these.
  {
    name: 'cases',
    test: anyOf(
      'web/ui/display/PhoneFold\\.tsx',
      'web/investing/cases/CardsSkeleton\\.tsx',
      'web/site/kit/MoneyFlow\\.tsx',
    ),
    priority: 0,
  },
  {
    name: 'documents',
    test: anyOf('web/document-window\\.ts', 'web/ui/DocumentButton\\.tsx'),
    priority: 0,
  },
  {
    name: 'paging',
    test: anyOf(
      'web/site/kit/Pages\\.tsx',
      'web/ui/display/Pagination\\.tsx',
      '.*/icons/chevron-right\\.mjs',
    ),
    priority: 0,
  },
  { name: 'copy', test: anyOf('web/ui/CopyButton\\.tsx', '.*/icons/check\\.mjs'), priority: 0 },
  { name: 'contact', test: anyOf('.*/icons/(?:message-circle|phone)\\.mjs'), priority: 0 },
  // `scroll-edges` marks the edges of tables and of other areas that scroll sideways, so it is in
  // the same file as the table.
  { name: 'table', test: anyOf('web/ui/display/(?:Table|scroll-edges)\\.tsx?'), priority: 0 },
  { name: 'orders', test: anyOf('web/investing/order/order-(?:words|action)\\.tsx?'), priority: 0 },
  {
    name: 'engine',
    test: anyOf('contract/(?:core/(?:day|money)|law/(?:rates|schedule|prepayment))\\.ts'),
    priority: 0,
  },
];
