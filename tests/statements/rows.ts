// Reads from the source code which columns a row type has, and the JavaScript type of each.
import { existsSync, readFileSync } from 'node:fs';
import { type ESTree, Visitor } from 'vite';
import { parse, target } from '../tidy/source.ts';

/** JavaScript type of a column; null if the type is too complicated for this reader. */
export type Kind = 'number' | 'string' | 'boolean' | 'Date' | 'bytes' | null;

export type RowType = Map<string, { kind: Kind; isOptional: boolean }>;

type Place = { path: string; type: ESTree.TSType };

/**
 * Returns the columns of a row type, or null if the type is not made of literals, aliases and
 * picks.
 */
export function rowType({ path, type }: Place): RowType | null {
  switch (type.type) {
    case 'TSParenthesizedType':
      return rowType({ path, type: type.typeAnnotation });
    case 'TSTypeLiteral':
      return ofMembers(path, type.members);
    case 'TSIntersectionType': {
      const parts = type.types.map((part) => rowType({ path, type: part }));
      if (parts.some((part) => part === null)) return null;
      return new Map(parts.flatMap((part) => [...(part ?? [])]));
    }
    case 'TSTypeReference':
      return ofReference(path, type);
    default:
      return null;
  }
}

function ofMembers(path: string, members: readonly ESTree.TSSignature[]): RowType | null {
  const row: RowType = new Map();
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return null;
    const { key } = member;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
    if (typeof name !== 'string') return null;
    const kind = kindOf({ path, type: member.typeAnnotation.typeAnnotation });
    row.set(name, { kind, isOptional: member.optional });
  }
  return row;
}

function ofReference(path: string, type: ESTree.TSTypeReference): RowType | null {
  if (type.typeName.type !== 'Identifier') return null;
  const { name } = type.typeName;
  const [of, names] = type.typeArguments?.params ?? [];
  if (of && names && (name === 'Pick' || name === 'Omit')) {
    const whole = rowType({ path, type: of });
    const named = literalsOf(names);
    if (!whole || !named) return null;
    return new Map([...whole].filter(([key]) => named.includes(key) === (name === 'Pick')));
  }
  const declared = type.typeArguments ? null : declarationOf(path, name);
  if (!declared) return null;
  const { declaration } = declared;
  if (declaration.type === 'TSTypeAliasDeclaration') {
    return rowType({ path: declared.path, type: declaration.typeAnnotation });
  }
  return declaration.extends.length > 0 ? null : ofMembers(declared.path, declaration.body.body);
}

function literalsOf(type: ESTree.TSType): string[] | null {
  const types = type.type === 'TSUnionType' ? type.types : [type];
  const names = types.map((one) =>
    one.type === 'TSLiteralType' && one.literal.type === 'Literal' ? one.literal.value : null,
  );
  return names.every((name) => typeof name === 'string') ? names : null;
}

function kindOf({ path, type }: Place): Kind {
  switch (type.type) {
    case 'TSNumberKeyword':
      return 'number';
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return 'string';
    case 'TSBooleanKeyword':
      return 'boolean';
    case 'TSLiteralType': {
      const value = type.literal.type === 'Literal' ? typeof type.literal.value : null;
      return value === 'string' || value === 'number' || value === 'boolean' ? value : null;
    }
    case 'TSUnionType': {
      const rest = type.types.filter(({ type: part }) => part !== 'TSNullKeyword');
      const kinds = new Set(rest.map((part) => kindOf({ path, type: part })));
      return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
    }
    case 'TSTypeReference': {
      if (type.typeName.type !== 'Identifier' || type.typeArguments) return null;
      const { name } = type.typeName;
      if (name === 'Date') return 'Date';
      if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
      const declared = declarationOf(path, name);
      if (declared?.declaration.type !== 'TSTypeAliasDeclaration') return null;
      return kindOf({ path: declared.path, type: declared.declaration.typeAnnotation });
    }
    default:
      return null;
  }
}

type Declaration = ESTree.TSTypeAliasDeclaration | ESTree.TSInterfaceDeclaration;
type Names = { own: Map<string, Declaration>; imported: Map<string, { from: string; as: string }> };

const known = new Map<string, Names>();

/** Returns the types that a file declares, and those that it imports with their names. */
function namesIn(path: string): Names {
  const found = known.get(path);
  if (found) return found;
  const names: Names = { own: new Map(), imported: new Map() };
  known.set(path, names);
  if (!existsSync(path)) return names;
  new Visitor({
    TSTypeAliasDeclaration: (node) => void names.own.set(node.id.name, node),
    TSInterfaceDeclaration: (node) => void names.own.set(node.id.name, node),
    ImportDeclaration(node) {
      for (const one of node.specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
        const from = target(path, node.source.value);
        names.imported.set(one.local.name, { from, as: one.imported.name });
      }
    },
  }).visit(parse({ path, text: readFileSync(path, 'utf8') }).program);
  return names;
}

function declarationOf(
  path: string,
  name: string,
): { path: string; declaration: Declaration } | null {
  const { own, imported } = namesIn(path);
  const declaration = own.get(name);
  if (declaration) return { path, declaration };
  const there = imported.get(name);
  return there ? declarationOf(there.from, there.as) : null;
}
