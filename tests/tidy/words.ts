// Rule: each state machine has one table of labels, in the contract beside the states.
import { type ESTree, Visitor } from 'vite';
import { type Parsed, type Problem, type Source, isCode, isTest, parse } from './source.ts';

/** Properties of a component or a message; an object with them is not keyed by states. */
const properties = new Set(
  'about action body hint icon label name note placeholder text title value when why'.split(' '),
);
/** Longer texts, and texts with punctuation, explain a state and are no labels. */
const WORD_MAX = 14;
const han = /\p{Script=Han}/u;

/** Tables outside the contract that may stay, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'server/content/picture/drawing.ts confluence': 'alternative texts of the pictures it draws',
  'server/lending/contract/negotiated.ts interest': 'terms of a contract, fixed by its wording',
  'server/lending/plan/plan-approval.ts PLAN_LAST': 'refusals, reworded for the field they concern',
  'server/lending/plan/plan-editing.ts amountMin':
    'the figures a text may name, shown nowhere else',
  'web/lending/apply/Qualification.tsx EMAIL_UNVERIFIED': 'labels of links to other pages',
  'web/lending/office/Assessment.tsx amount': 'names of fields, not of states',
  'web/site/style/ContentShown.tsx done': 'an example on the page of styles',
};

const isWord = (text: unknown): boolean =>
  typeof text === 'string' &&
  text.length <= WORD_MAX &&
  han.test(text) &&
  !/[，。；：？！]/.test(text);

/** Returns whether a value is a label, or an object or a tuple that contains one. */
function saysWord(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return isWord(node.value);
  if (node.type === 'TSAsExpression') return saysWord(node.expression);
  if (node.type === 'ArrayExpression') return node.elements.some((one) => one && saysWord(one));
  if (node.type !== 'ObjectExpression') return false;
  return node.properties.some(
    (one) =>
      one.type === 'Property' &&
      /^(text|word|name|label|children)$/.test(keyOf(one)) &&
      saysWord(one.value),
  );
}

const keyOf = ({ key }: ESTree.ObjectProperty): string =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';

/** Returns the keys of an object literal whose values are labels. */
const wordKeys = (node: ESTree.ObjectExpression): string[] =>
  node.properties.flatMap((one) =>
    one.type === 'Property' && saysWord(one.value) && !properties.has(keyOf(one))
      ? [keyOf(one)]
      : [],
  );

/** Returns the texts of a list if all its elements are texts; otherwise nothing. */
function textsOf(nodes: readonly (ESTree.Node | null)[]): string[] {
  const texts = nodes.map((one) =>
    one?.type === 'Literal' && typeof one.value === 'string' ? one.value : '',
  );
  return texts.every((text) => /^[A-Za-z_.-]+$/.test(text)) ? texts : [];
}

/** Returns the codes of every state machine, kind and reason that a file of the contract lists. */
function codesIn(file: Parsed): string[][] {
  const sets: string[][] = [];
  new Visitor({
    ArrayExpression(node) {
      sets.push(textsOf(node.elements));
    },
    TSUnionType(node) {
      sets.push(
        textsOf(node.types.map((one) => (one.type === 'TSLiteralType' ? one.literal : null))),
      );
    },
    ObjectExpression(node) {
      const keys = wordKeys(node);
      if (keys.length === node.properties.length) sets.push(keys);
    },
  }).visit(file.program);
  return sets.filter((codes) => codes.length > 1);
}

/** Returns every table of labels for codes of the contract that is outside the contract. */
export function wordProblems(sources: readonly Source[]): Problem[] {
  const code = sources.filter((source) => isCode(source) && !isTest(source)).map(parse);
  const inContract = code.filter(
    ({ path }) => path.startsWith('contract/') && path !== 'contract/refusals.ts',
  );
  const sets = inContract.flatMap(codesIn).map((codes) => new Set(codes));
  const problems: Problem[] = [];
  for (const file of code) {
    if (!/^(server|web)\//.test(file.path) || /\/testing\//.test(file.path)) continue;
    new Visitor({
      ObjectExpression(node) {
        const keys = wordKeys(node);
        if (keys.length < 2 || !sets.some((codes) => keys.every((key) => codes.has(key)))) return;
        if (Object.hasOwn(allowed, `${file.path} ${keys[0]}`)) return;
        const says = `words for ${keys.join(', ')}: the contract has one table, beside the codes`;
        problems.push({ path: file.path, line: file.lineAt(node.start), says });
      },
    }).visit(file.program);
  }
  return problems;
}
