// Rule: dollars are added, subtracted and multiplied by contract/core/money.ts only, which checks
// that each result is a whole amount; and an amount in the contract has the schema of money.
import { type ESTree, Visitor } from 'vite';
import { type Parsed, type Problem, type Source, isCode, isTest, parse } from './source.ts';

/** Last words of names that mean an amount of NT$. */
const DOLLARS = [
  'amount',
  'arrears',
  'balance',
  'charges',
  'costs',
  'dollars',
  'due',
  'fee',
  'fees',
  'funded',
  'gross',
  'instalment',
  'interest',
  'lost',
  'money',
  'net',
  'outstanding',
  'owed',
  'paid',
  'payout',
  'penalty',
  'prepaid',
  'principal',
  'received',
  'recovered',
  'remaining',
  'repaid',
  'reserved',
  'vat',
  'waived',
];
const isDollars = (name: string) =>
  DOLLARS.includes(/[A-Z]?[a-z]+$/.exec(name)?.[0]?.toLowerCase() ?? '');

/** Files that may calculate with plain numbers, each with the reason. */
const ARITHMETIC: Readonly<Record<string, string>> = {
  'contract/core/money.ts': 'it is the arithmetic of money',
  'contract/law/late.ts': 'it multiplies dollars by days, which gives no dollars',
  'contract/law/rates.ts': 'it discounts payments, which gives fractions of a dollar',
  'contract/law/schedule.ts':
    'it searches for the instalment in a loop of many schedules, and checks the results by money()',
  'web/lending/apply/FinanceStep.tsx':
    'it adds what a member is still typing, which need not be a whole amount',
};

/** Amounts in the contract that are plain numbers on purpose, each with the reason. */
const PLAIN: Readonly<Record<string, string>> = {
  invest_amount: 'quickApply answers AMOUNT_INVALID itself for what is no whole amount',
};

/** Excludes web/ui, whose drawings get numbers of any unit and may not import the contract. */
const product = (path: string) =>
  /^(contract|server|web)\//.test(path) && !/^web\/ui\/|\/testing\//.test(path);

/** Returns every sum, difference and product of dollars outside the arithmetic of money. */
export function moneyProblems(sources: readonly Source[]): Problem[] {
  return sources
    .filter((source) => isCode(source) && product(source.path) && !isTest(source))
    .filter(({ path }) => !(path in ARITHMETIC))
    .flatMap((source) => {
      const file = parse(source);
      return [...sumProblems(file), ...schemaProblems(file)];
    });
}

function sumProblems(file: Parsed): Problem[] {
  const problems: Problem[] = [];
  const note = (at: number, operator: string, name: string) =>
    problems.push({
      path: file.path,
      line: file.lineAt(at),
      says: `${name} is money: not ${operator}, but a function of contract/core/money.ts`,
    });
  new Visitor({
    BinaryExpression(node) {
      if (!['+', '-', '*'].includes(node.operator)) return;
      const sides = [node.left as ESTree.Node, node.right as ESTree.Node];
      if (sides.some(isText) || isComparison(sides)) return;
      const name = sides.map(nameOf).find(isDollars);
      if (name) note(node.start, node.operator, name);
    },
    AssignmentExpression(node) {
      if (!['+=', '-=', '*='].includes(node.operator) || isText(node.right)) return;
      const name = [node.left as ESTree.Node, node.right as ESTree.Node]
        .map(nameOf)
        .find(isDollars);
      if (name) note(node.start, node.operator, name);
    },
  }).visit(file.program);
  return problems;
}

/** Returns whether an expression compares two objects `a` and `b` for a sort. */
const isComparison = (sides: readonly ESTree.Node[]): boolean =>
  sides.every((side) => side.type === 'MemberExpression' && side.object.type === 'Identifier') &&
  sides
    .map((side) => ((side as ESTree.MemberExpression).object as { name?: string }).name)
    .toSorted()
    .join() === 'a,b';

/** Returns the name of a variable or of a property; empty for other expressions. */
function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ParenthesizedExpression') return nameOf(node.expression);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') {
    return nameOf(node.expression);
  }
  if (node.type === 'LogicalExpression' && node.operator === '??') return nameOf(node.left);
  if (node.type !== 'MemberExpression') return '';
  const { property } = node;
  return node.computed || property.type !== 'Identifier' ? '' : property.name;
}

const isText = (node: ESTree.Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Returns the amounts in the contract whose schema is a plain number. */
function schemaProblems(file: Parsed): Problem[] {
  const problems: Problem[] = [];
  if (!file.path.startsWith('contract/')) return problems;
  new Visitor({
    Property(node) {
      const name = node.key.type === 'Identifier' ? node.key.name : '';
      if (!isDollars(name) || name in PLAIN || !isPlainNumber(node.value as ESTree.Node)) return;
      problems.push({
        path: file.path,
        line: file.lineAt(node.start),
        says: `${name} is money: moneySchema or another of contract/core/wire.ts`,
      });
    },
  }).visit(file.program);
  return problems;
}

/** Returns whether a schema begins with z.number() or z.int(). */
function isPlainNumber(node: ESTree.Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  if (object.type === 'Identifier' && object.name === 'z') {
    return property.type === 'Identifier' && ['number', 'int'].includes(property.name);
  }
  return isPlainNumber(object);
}
