// Writes the generated part of the TypeScript SDK: types, and a function for each call.
import { type Call, type Model, type Schema, capital, nameIn } from './model.ts';

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const quoted = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

const basic: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the TypeScript type of a schema. */
export function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const branches = anyOf ?? oneOf;
  if (branches) return [...new Set(branches.map(typeOf))].join(' | ');
  if (allOf) return allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `(${items ? typeOf(items) : 'unknown'})[]`;
  if (type === 'object') return objectOf(schema);
  return basic[type ?? ''] ?? 'unknown';
}

function objectOf({ properties, required = [], additionalProperties: rest }: Schema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const values = typeof rest === 'object' ? typeOf(rest) : 'unknown';
    return rest === false ? 'Record<string, never>' : `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(([name, of]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${quoted(name)}${optional}: ${typeOf(of)};`;
  });
  return `{ ${fields.join(' ')} }`;
}

function methodOf({ name, summary, method, path, scope, ...call }: Call): string {
  const { inPath, isOrder, isBytes, input } = call;
  const type = `${capital(name)}Input`;
  const answer = isBytes ? 'Uint8Array' : `${capital(name)}Answer`;
  const isOptional = (input.required ?? []).length === 0;
  const how = JSON.stringify({ method: method.toUpperCase(), path, inPath, isOrder, isBytes });
  return `  /** ${summary}. Needs the scope ${scope}. */
  ${name}(input: ${type}${isOptional ? ' = {}' : ''}, options?: CallOptions): Promise<${answer}> {
    return this.call<${answer}>(${how}, input, options);
  }`;
}

/** Returns the whole generated file. */
export function typescriptSdk({ version, calls, schemas }: Model): string {
  const inputs = calls
    .filter(({ name }) => !schemas[`${capital(name)}Input`])
    .map(({ name, input }) => `export type ${capital(name)}Input = ${typeOf(input)};`);
  const types = Object.entries(schemas).map(([name, of]) => `export type ${name} = ${typeOf(of)};`);
  return `// Generated from the contract by "npm run sdk"; do not edit.
import { type CallOptions, Transport } from './transport.ts';

/** Version of the API's description from which this file was made. */
export const API_VERSION = '${version}';

${[...types, ...inputs].join('\n\n')}

/** The calls that a token of the API may make. */
export class Calls extends Transport {
${calls.map(methodOf).join('\n\n')}
}
`;
}
