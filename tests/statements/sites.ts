// Finds the statements in the source code: each `sql` template with its text and the row type that
// it declares.
import { type ESTree, Visitor } from 'vite';
import { type Source, parse } from '../tidy/source.ts';

export type Site = {
  path: string;
  line: number;
  /** The texts between the values and fragments. */
  parts: string[];
  /**
   * The whole text if its fragments are constants of the file; otherwise the fragments are
   * parameters.
   */
  text: string;
  /** Type argument of the call that sends the template. */
  row: ESTree.TSType | null;
};

const sends = new Set(['one', 'many', 'maybe', 'planned']);

const isSql = (node: ESTree.Node | null): node is ESTree.TaggedTemplateExpression =>
  node?.type === 'TaggedTemplateExpression' &&
  node.tag.type === 'Identifier' &&
  node.tag.name === 'sql';

/** Returns every `sql` template of a file. */
export function sitesIn(source: Source): Site[] {
  const file = parse(source);
  const rows = new Map<ESTree.Node, ESTree.TSType>();
  const constants = new Map<string, ESTree.TaggedTemplateExpression>();
  const templates: ESTree.TaggedTemplateExpression[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isSql(init)) constants.set(id.name, init);
    },
    CallExpression({ callee, typeArguments, arguments: [statement] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const [row] = typeArguments?.params ?? [];
      if (sends.has(callee.property.name) && row && statement) rows.set(statement, row);
    },
    TaggedTemplateExpression(node) {
      if (isSql(node)) templates.push(node);
    },
  }).visit(file.program);
  return templates.map((node) => ({
    path: source.path,
    line: file.lineAt(node.start),
    parts: node.quasi.quasis.map(({ value }) => value.cooked ?? value.raw),
    text: textOf(node, constants, { next: 1 }),
    row: rows.get(node) ?? null,
  }));
}

function textOf(
  { quasi }: ESTree.TaggedTemplateExpression,
  constants: ReadonlyMap<string, ESTree.TaggedTemplateExpression>,
  values: { next: number },
): string {
  return quasi.quasis
    .map(({ value }, i) => {
      const text = value.cooked ?? value.raw;
      const part = quasi.expressions[i];
      if (!part) return text;
      const fragment = part.type === 'Identifier' ? constants.get(part.name) : undefined;
      return text + (fragment ? textOf(fragment, constants, values) : `$${values.next++}`);
    })
    .join('');
}

/**
 * Returns the words by which a file may choose between statements: names of properties, and texts
 * that its code compares with values.
 */
export function wordsIn(source: Source): string[] {
  const words = new Set<string>();
  new Visitor({
    Property({ key }) {
      if (key.type === 'Identifier') words.add(key.name);
      if (key.type === 'Literal') words.add(String(key.value));
    },
    BinaryExpression({ left, right }) {
      for (const side of [left, right]) {
        if (side.type === 'Literal' && typeof side.value === 'string') words.add(side.value);
      }
    },
    TSLiteralType({ literal }) {
      if (literal.type === 'Literal' && typeof literal.value === 'string') words.add(literal.value);
    },
  }).visit(parse(source).program);
  return [...words];
}

/** Whether a statement contains all parts of the template, one after the other. */
export function contains(text: string, { parts }: Site): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/**
 * Whether a statement may come from the template: it contains the template's parts, and begins and
 * ends as the template does.
 */
const isOf = (text: string, site: Site): boolean =>
  text.startsWith(site.parts[0] ?? '') &&
  text.endsWith(site.parts.at(-1) ?? '') &&
  contains(text, site);

/** Returns the templates from which a statement most likely comes: those with the longest text. */
export function sitesOf(text: string, sites: readonly Site[]): Site[] {
  const length = ({ parts }: Site) => parts.join('').length;
  const possible = sites.filter((site) => isOf(text, site));
  const most = Math.max(...possible.map(length));
  return possible.filter((site) => length(site) === most);
}
