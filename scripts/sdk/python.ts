// Writes the generated part of the Python SDK: typed dictionaries, and a method for each call.
import { type Call, type Model, type Schema, capital, nameIn } from './model.ts';

const snake = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
const literal = (value: unknown) =>
  value === null
    ? 'None'
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : JSON.stringify(value);

const basic: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

/** Collects the typed dictionaries of nested objects, which Python needs to have names. */
class Dictionaries {
  readonly written: string[] = [];

  /** Returns the Python type of a schema; an object gets the name 'name'. */
  typeOf(schema: Schema, name: string): string {
    const { $ref, type, items, anyOf, oneOf } = schema;
    if ($ref !== undefined) return `"${nameIn($ref)}"`;
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const branches =
      anyOf ??
      oneOf ??
      (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : null);
    if (branches) {
      const types = [...new Set(branches.map((one) => this.typeOf(one, name)))];
      return types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`;
    }
    if (type === 'array') return `List[${items ? this.typeOf(items, `${name}Item`) : 'Any'}]`;
    if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0) {
      this.add(name, schema);
      return `"${name}"`;
    }
    if (type === 'object') return 'Dict[str, Any]';
    return basic[String(type)] ?? 'Any';
  }

  /** Writes a typed dictionary; a field that may be missing is NotRequired. */
  add(name: string, { properties = {}, required = [] }: Schema): void {
    const fields = Object.entries(properties).map(([field, of]) => {
      const type = this.typeOf(of, `${name}${capital(field).replaceAll('_', '')}`);
      return `        "${field}": ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    this.written.push(
      `${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('\n')}\n    },\n)`,
    );
  }
}

function methodOf(call: Call): string {
  const { name, summary, method, path, scope, inPath, isOrder, isBytes, input } = call;
  const isOptional = (input.required ?? []).length === 0;
  const type = `${capital(name)}Input`;
  const answer = isBytes ? 'bytes' : `"${capital(name)}Answer"`;
  const flags = [isOrder && 'is_order=True', isBytes && 'is_bytes=True'].filter(Boolean);
  const parts = [`"${method.toUpperCase()}"`, `"${path}"`, 'input', JSON.stringify(inPath), 'key'];
  const given = isOptional ? `input: Optional["${type}"] = None` : `input: "${type}"`;
  return `    def ${snake(name)}(self, ${given}, key: Optional[str] = None) -> ${answer}:
        """${summary}. Needs the scope ${scope}."""
        return self.call(${[...parts, ...flags].join(', ')})`;
}

/** Returns the whole generated file. */
export function pythonSdk({ version, calls, schemas }: Model): string {
  const dictionaries = new Dictionaries();
  for (const [name, of] of Object.entries(schemas)) {
    if (of.properties) dictionaries.add(name, of);
    else dictionaries.written.push(`${name} = ${dictionaries.typeOf(of, name)}`);
  }
  for (const { name, input } of calls) {
    const own = `${capital(name)}Input`;
    if (!schemas[own]) dictionaries.add(own, input);
  }
  return `# Generated from the contract by "npm run sdk"; do not edit.
"""Types of the API, and a method for each call that a token may make."""

from typing import Any, Dict, List, Literal, NotRequired, Optional, TypedDict, Union

from .transport import Transport

API_VERSION = "${version}"

${dictionaries.written.join('\n\n')}


class Calls(Transport):
    """The calls that a token of the API may make."""

${calls.map(methodOf).join('\n\n')}
`;
}
