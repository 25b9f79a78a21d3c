// Rules 1 to 5, 7 and 8, and those of the pages of tasks and of the actors: who may import what.
import { type Parsed, type Problem, type Source, isCode, isTest, parse, target } from './source.ts';

/** Features in order: each may use those before it. */
export const line = [
  'ledger',
  'notices',
  'operators',
  'tasks',
  'settings',
  'banking',
  'identity',
  'webhooks',
  'verification',
  'lending',
  'investing',
  'servicing',
  'portfolio',
  'mandates',
  'today',
  'invoices',
  'content',
  'reports',
  'proofs',
  'messages',
  'privacy',
];
/** The only feature that may use all others, because it exists only in a demonstration. */
const onTop = 'demonstration';

/** The only server file that loads the build of web/, through `pageContext`. */
const seam = 'server/http/pages/pages.ts';

type Rule = (path: string, to: string, typeOnly: boolean) => string | null;

const contractRule: Rule = (path, to) => {
  if (!path.startsWith('contract/')) return null;
  if (to.startsWith('contract/') || /^package:zod(\/|$)/.test(to)) return null;
  return `contract/ imports zod and itself only, not ${to}`;
};

const sidesRule: Rule = (path, to) => {
  for (const [mine, theirs] of [
    ['server/', 'web/'],
    ['web/', 'server/'],
  ] as const) {
    if (path.startsWith(mine) && to.startsWith(theirs)) {
      return `${mine} and ${theirs} meet in contract/ only`;
    }
  }
  return null;
};

/**
 * Rule 4. Type-only imports have no runtime effect, so they may come from anywhere on the server
 * side.
 */
const queriesRule: Rule = (path, to, typeOnly) => {
  if (!/^server\/.*\/([a-z-]+-)?queries\.ts$/.test(path)) return null;
  if (to.startsWith('contract/') || /^server\/database\/(db|sql)\.ts$/.test(to)) return null;
  if (typeOnly && to.startsWith('server/')) return null;
  return `queries.ts imports the contract, db.ts and sql.ts only, not ${to}`;
};

const frontDoor = /^server\/[a-z]+\/(front|rules)\.ts$/;

/** Rule 5. Dependencies against the order of features are wired in routes.ts or worker.ts. */
const featureRule: Rule = (path, to) => {
  const mine = featureOf(path);
  const theirs = featureOf(to);
  if (mine && to === `server/${mine}/front.ts`) return 'a feature does not use its own front.ts';
  if (!mine || !theirs || mine === theirs) return null;
  if (theirs === onTop) return `nothing stands on ${onTop}; wire it in routes.ts or worker.ts`;
  if (!frontDoor.test(to)) return `only front.ts and rules.ts of ${theirs} may be imported`;
  if (mine === onTop || line.indexOf(theirs) < line.indexOf(mine)) return null;
  return `${theirs} comes after ${mine}: hand it in as a hook, wired in routes.ts`;
};

export function featureOf(path: string): string | null {
  const feature = /^server\/([^/]+)\//.exec(path)?.[1];
  return feature && (line.includes(feature) || feature === onTop) ? feature : null;
}

const frameworkRule: Rule = (path, to) => {
  if (!/^package:(fastify$|@fastify\/|@scalar\/fastify)/.test(to)) return null;
  if (!path.startsWith('server/') || /^server\/(http\/|(main|app)\.ts$)/.test(path)) return null;
  return 'only server/http/, app.ts and main.ts know the web framework';
};

const adaptersRule: Rule = (path, to) =>
  path.startsWith('server/adapters/') && to.startsWith('server/demonstration/')
    ? 'an adapter knows nothing of the demonstration; wiring.ts chooses between both'
    : null;

const webRule: Rule = (path, to) => {
  const ours = !to.startsWith('package:');
  const isKnown = to.startsWith('web/ui/') || to === 'contract/core/money.ts';
  if (path.startsWith('web/ui/') && ours && !isKnown) {
    return 'web/ui/ imports nothing of ours but itself and contract/core/money.ts';
  }
  if (
    path.startsWith('web/form/') &&
    ours &&
    !/^(web\/(ui\/|form\/|[a-z-]+\.ts$)|contract\/)/.test(to)
  ) {
    return 'web/form/ imports web/ui/, the contract and what lies right in web/';
  }
  const office = (name: string) => /^web\/(office|[^/]+\/office)\//.test(name);
  if (office(path) && to.startsWith('web/site/')) return 'the office imports nothing of the site';
  if (!office(path) && path.startsWith('web/') && office(to)) {
    return 'the site imports nothing of the office';
  }
  return null;
};

/** On the web the portfolio is the last feature, because its pages show parts of all others. */
const webLine = [...line.filter((feature) => feature !== 'portfolio'), 'portfolio'];

/**
 * Rule 5 for pages: a feature's pages use those before it, and the kit of the office none. Pages of
 * several features are in web/site/, web/office/pages/, or the last of them; tasks, which show what
 * any feature hands in, know none.
 */
const webFeatureRule: Rule = (path, to) => {
  const [mine, theirs] = [path, to].map((one) => /^web\/([a-z]+)\//.exec(one)?.[1] ?? '');
  if (!webLine.includes(theirs!) || mine === theirs) return null;
  if (/^web\/office\/(?!pages\/)[a-z]+\//.test(path))
    return `the kit of the office knows no ${theirs}`;
  if (mine === 'tasks') return 'panels of tasks are handed in from web/office/pages/';
  if (!webLine.includes(mine!) || webLine.indexOf(theirs!) < webLine.indexOf(mine!)) return null;
  return `${theirs} comes after ${mine}: let a page of web/site/ or web/office/ put both together`;
};

/**
 * The actors use the app as people do, through the contract, and the app does not use the actors.
 * The only exception is the code that plays the history of the demonstration.
 */
const actorsRule: Rule = (path, to, typeOnly) => {
  if (path.startsWith('actors/')) {
    if (typeOnly || /^(actors\/|contract\/|package:)/.test(to)) return null;
    return `actors/ imports the contract and itself only, not ${to}`;
  }
  const isProgram = /^(contract|server|web)\//.test(path) && !path.includes('/testing/');
  if (!isProgram || path === 'server/main.ts' || !to.startsWith('actors/')) return null;
  return 'actors/ is for tests, scripts, measurements and the seed';
};

const importRules = [
  contractRule,
  sidesRule,
  featureRule,
  frameworkRule,
  adaptersRule,
  webRule,
  webFeatureRule,
  queriesRule,
  actorsRule,
];

/** Returns every violation of the import rules. */
export function importProblems(sources: readonly Source[]): Problem[] {
  const code = sources.filter((source) => isCode(source) && !isTest(source)).map(parse);
  return [...violations(code, importRules), ...code.flatMap(seamProblems), ...rulesProblems(code)];
}

/** Returns every import of a page against the order of the features. */
export const webProblems = (sources: readonly Source[]): Problem[] =>
  violations(sources.filter((source) => isCode(source) && !isTest(source)).map(parse), [
    webFeatureRule,
  ]);

function violations(code: readonly Parsed[], rules: readonly Rule[]): Problem[] {
  const problems: Problem[] = [];
  for (const file of code) {
    for (const { from, line: at, typeOnly } of file.imports) {
      for (const rule of rules) {
        const says = rule(file.path, target(file.path, from), typeOnly);
        if (says) problems.push({ path: file.path, line: at, says });
      }
    }
  }
  return problems;
}

/**
 * Rule 3: rules files import only the contract and other pure files, and contain nothing
 * asynchronous.
 */
function rulesProblems(code: readonly Parsed[]): Problem[] {
  const byPath = new Map(code.map((file) => [file.path, file]));
  const problems: Problem[] = [];
  const why = (file: Parsed, seen: Set<string>): string | null => {
    if (/\basync\b|\bawait\b/.test(withoutComments(file))) return 'nothing in it may be async';
    for (const { from } of file.imports) {
      const to = target(file.path, from);
      if (to.startsWith('contract/') || seen.has(to)) continue;
      const next = byPath.get(to);
      const pure = to.endsWith('/rules.ts') || featureOf(to) === featureOf(file.path);
      if (!next || !featureOf(to) || !pure) return `it may not import ${to}`;
      const inner = why(next, seen.add(to));
      if (inner) return `${to}: ${inner}`;
    }
    return null;
  };
  for (const file of code) {
    if (!/^server\/[^/]+\/rules\.ts$/.test(file.path)) continue;
    const reason = why(file, new Set([file.path]));
    if (reason) problems.push({ path: file.path, line: 1, says: `rules are pure: ${reason}` });
  }
  return problems;
}

function seamProblems(file: Parsed): Problem[] {
  if (!file.path.startsWith('server/') || file.path === seam) return [];
  const at = file.text.indexOf('build/site/server');
  if (at < 0) return [];
  return [{ path: file.path, line: file.lineAt(at), says: `the pages are loaded by ${seam} only` }];
}

export function withoutComments({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
