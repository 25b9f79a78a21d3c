// Source files for the tidy test: path, text, imports and syntax tree.
import { type ESTree, Visitor, parseSync } from 'vite';

export type Source = { path: string; text: string };

/** A broken rule: the place, and what to do instead. */
export type Problem = { path: string; line: number; says: string };

export type Import = { from: string; line: number; typeOnly: boolean };

export type Parsed = Source & {
  imports: Import[];
  program: ESTree.Program;
  lineAt(offset: number): number;
};

export const isCode = ({ path }: Source): boolean => /\.tsx?$/.test(path);
export const isTest = ({ path }: Source): boolean =>
  /\.(test|e2e|setup)\.tsx?$/.test(path) || path.startsWith('tests/');

const parsed = new WeakMap<Source, Parsed>();

/**
 * Parses a file. Throws if the file is not valid TypeScript, because it could not be checked then.
 */
export function parse(source: Source): Parsed {
  const known = parsed.get(source);
  if (known) return known;
  const { path, text } = source;
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [];
  const add = (node: { value: unknown } | null, at: number, typeOnly: boolean) => {
    if (node) imports.push({ from: String(node.value), line: lineAt(at), typeOnly });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.start, isTypeOnly(node)),
    ExportNamedDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(node.source, node.start, false);
    },
    TSImportType(node) {
      add(node.source, node.start, true);
    },
  }).visit(program);
  const result = { ...source, imports, program, lineAt };
  parsed.set(source, result);
  return result;
}

function isTypeOnly({ importKind, specifiers }: ESTree.ImportDeclaration): boolean {
  if (importKind === 'type') return true;
  const isType = (one: { importKind?: string | null }) => one.importKind === 'type';
  return specifiers.length > 0 && specifiers.every((one) => isType(one as object));
}

/** Returns the target of an import: a path in this repository, or the name of a package. */
export function target(path: string, from: string): string {
  if (from.startsWith('#contract/')) return `contract/${from.slice('#contract/'.length)}`;
  if (!from.startsWith('.')) return `package:${from}`;
  const parts = path.split('/').slice(0, -1);
  for (const part of from.split('?')[0]?.split('/') ?? []) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
