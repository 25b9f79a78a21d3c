// Rule 9: what code may not contain, where, and what to use instead.
import { type ESTree, Visitor } from 'vite';
import { type Parsed, type Problem, type Source, isCode, isTest, parse } from './source.ts';

type Ban = {
  name: string;
  /** Whether the ban applies to a path; `test` tells whether the file is a test or a script. */
  holds(path: string, test: boolean): boolean;
  instead: string;
};

const product = (path: string) => /^(contract|server|web)\//.test(path);
const core = (path: string) => /^(contract|server)\//.test(path);
const clocks = ['server/clock.ts', 'web/ui/clock.ts'];

const bans: Record<string, Ban> = {
  rounding: {
    name: 'Math.round, toFixed, parseFloat',
    holds: (path, test) => product(path) && !test && path !== 'contract/core/money.ts',
    instead: 'contract/core/money.ts',
  },
  clock: {
    name: 'new Date() and Date.now()',
    holds: (path, test) => core(path) && !test && !clocks.includes(path),
    instead: 'context.now',
  },
  environment: {
    name: 'process.env',
    holds: (path, test) => core(path) && !test && path !== 'server/config/config.ts',
    instead: 'server/config/config.ts',
  },
  fetching: {
    name: 'fetch(',
    holds: (path, test) =>
      product(path) && !test && path !== 'web/api.ts' && !path.startsWith('server/adapters/'),
    instead: 'web/api.ts or an adapter',
  },
  console: {
    name: 'console.log',
    holds: (path, test) => product(path) && !test,
    instead: 'services.log',
  },
  any: { name: 'any', holds: () => true, instead: 'unknown, or the type itself' },
  packing: {
    name: 'spreading a literal (`...{ a, b }`, `...[c, d]`)',
    holds: () => true,
    instead: 'its parts; layout saves no lines',
  },
};

/** Returns every banned construct in a place where it is not allowed. */
export function banProblems(sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  for (const source of sources) {
    problems.push(...wordProblems(source));
    if (!isCode(source)) continue;
    const file = parse(source);
    for (const { ban, at } of findings(file)) {
      const { name, holds, instead } = bans[ban] as Ban;
      if (!holds(file.path, isTest(file))) continue;
      problems.push({
        path: file.path,
        line: file.lineAt(at),
        says: `${name} is banned: use ${instead}`,
      });
    }
  }
  return problems;
}

type Finding = { ban: keyof typeof bans; at: number };

function findings(file: Parsed): Finding[] {
  const found: Finding[] = [];
  const note = (ban: string, at: number) => found.push({ ban, at });
  new Visitor({
    MemberExpression(node) {
      const [object, property] = namesOf(node);
      if (property === 'toFixed') note('rounding', node.start);
      if (object === 'Math' && property === 'round') note('rounding', node.start);
      if (object === 'Number' && property === 'parseFloat') note('rounding', node.start);
      if (object === 'Date' && property === 'now') note('clock', node.start);
      if (object === 'process' && property === 'env') note('environment', node.start);
      if (object === 'console' && property === 'log') note('console', node.start);
    },
    CallExpression(node) {
      const { callee } = node;
      const [object, property] = namesOf(callee);
      if (callee.type === 'Identifier' && callee.name === 'parseFloat')
        note('rounding', node.start);
      if (callee.type === 'Identifier' && callee.name === 'fetch') note('fetching', node.start);
      if (['window', 'globalThis'].includes(object) && property === 'fetch') {
        note('fetching', node.start);
      }
    },
    NewExpression(node) {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      if (isDate && node.arguments.length === 0) note('clock', node.start);
    },
    SpreadElement({ argument, start }) {
      const packed = ['ObjectExpression', 'ArrayExpression'];
      if (packed.includes(argument.type)) note('packing', start);
    },
    TSAnyKeyword(node) {
      if (!isExcused(file, node.start)) note('any', node.start);
    },
  }).visit(file.program);
  return found;
}

function namesOf(node: ESTree.Node): [string, string] {
  if (node.type !== 'MemberExpression') return ['', ''];
  const { object, property } = node;
  const own = (of: ESTree.Node) =>
    of.type === 'Identifier' ? of.name : of.type === 'Literal' ? String(of.value) : '';
  return [own(object), own(property)];
}

/** Returns whether an `any` that a library's types require is explained on the line above. */
function isExcused(file: Parsed, at: number): boolean {
  const before = file.text.slice(0, at).split('\n').at(-2) ?? '';
  return /oxlint-disable-next-line typescript\/no-explicit-any -- \S/.test(before);
}

// Assembled from parts, so that this file does not match itself.
const unfinished = new RegExp(`\\b(${['FIX' + 'ME', 'TO' + 'DO', 'X' + 'XX'].join('|')})\\b`);
const machine = new RegExp(`${'/wo' + 'rk/'}(main|shared)\\b|registry\\.npm${'js'}\\.org`);

/** Animations driven by scrolling crash Chromium 150 (web/ui/display/scroll-edges.ts). */
const scrollDriven = /animation-timeline\s*:/;

function wordProblems({ path, text }: Source): Problem[] {
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (unfinished.test(line)) {
      problems.push({ path, line: index + 1, says: 'finish it, or write it down as an issue' });
    }
    if (machine.test(line)) {
      problems.push({ path, line: index + 1, says: 'no path or registry of one machine' });
    }
    if (path.endsWith('.css') && scrollDriven.test(line)) {
      problems.push({ path, line: index + 1, says: 'crashes Chromium: see scroll-edges.ts' });
    }
  }
  return problems;
}
