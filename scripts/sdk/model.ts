// The part of the API's description that the SDKs contain: the calls that a token may make.
import { site } from '../../contract/index.ts';
import { openApi } from '../../server/http/openapi.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

type Parameter = { name: string; in: string; required: boolean; schema: Schema };

export type Call = {
  /** Name of the call, such as quickApply. */
  name: string;
  summary: string;
  method: string;
  path: string;
  scope: string;
  /** Fields that go into the path. */
  inPath: string[];
  /** Whether an idempotency key makes a repeated request harmless. */
  isOrder: boolean;
  /** Whether the answer is bytes and no JSON. */
  isBytes: boolean;
  input: Schema;
};

export type Model = { version: string; calls: Call[]; schemas: Record<string, Schema> };

type Operation = {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  responses: Record<string, { content?: Record<string, unknown> }>;
};

export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
export const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Returns the names of all schemas that a value refers to. */
const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => nameIn(ref!));

/** Returns the schema of an input whose fields are parameters and not a body. */
function inputOfParameters(parameters: readonly Parameter[]): Schema {
  const own = parameters.filter((one) => one.in !== 'header');
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Adds the schemas that others refer to, until none is missing. */
function withReferences(names: Iterable<string>, all: Record<string, Schema>) {
  const found = new Set<string>();
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    left.push(...refsIn(all[name]));
  }
  const entries = [...found].toSorted().map((name): [string, Schema] => [name, all[name]!]);
  return Object.fromEntries(entries);
}

/** Returns the calls that a token may make, with every schema that they use. */
export function sdkModel(): Model {
  const { info, components, paths } = openApi('百溪 API', site) as {
    info: { version: string };
    components: { schemas: Record<string, Schema> };
    paths: Record<string, Record<string, Operation>>;
  };
  const calls: Call[] = [];
  const used = new Set(['Failure', 'WebhookEvent']);
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const scope = operation.security.flatMap((one) => one['token'] ?? [])[0];
      if (scope === undefined) continue;
      const { operationId: name, summary, parameters, responses } = operation;
      const content = responses['200']?.content ?? {};
      const isBytes = !('application/json' in content);
      const input = components.schemas[`${capital(name)}Input`] ?? inputOfParameters(parameters);
      const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name);
      const isOrder = parameters.some((one) => one.in === 'header');
      calls.push({ name, summary, method, path, scope, inPath, isOrder, isBytes, input });
      for (const ref of [...refsIn(input), ...refsIn(content)]) used.add(ref);
    }
  }
  return { version: info.version, calls, schemas: withReferences(used, components.schemas) };
}
