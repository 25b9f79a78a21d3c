// Examples of inputs and answers, made from their schemas.
import { LOAN } from '#contract/lending/loan-status.ts';
import type { Json } from './schemas.ts';

/** Values for fields whose type alone would give a meaningless example. */
const byName: Readonly<Record<string, unknown>> = {
  id: '12',
  caseId: '12',
  orderId: '34',
  caseNo: 'A20261120-001',
  orderNo: 'O00000034',
  invest_amount: 10_000,
  payment_mode: 1,
  item_per_page: 20,
  offset: 0,
  email: 'lin@example.com',
  amount: 10_000,
  principal: 10_000,
  installments: 24,
  annualRate: 9.5,
  grade: 'B',
  planSlug: 'engineer',
  statusCode: LOAN[40].code,
  statusText: LOAN[40].text,
  url: 'https://hooks.example.com/baixi',
  types: ['order.paid'],
  total: 1,
  quarter: '2026-Q1',
  month: '2026-10',
  start_at: '2026-11-01',
  end_at: '2026-11-30',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-12-05',
  'date-time': '2026-11-23T02:00:00.000Z',
  email: 'lin@example.com',
  uri: 'https://example.com/',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

/** From this depth on lists are empty, so that a schema that contains itself ends. */
const DEEP = 12;
const DEEPEST = 40;

type Known = { schemas: Readonly<Record<string, Json>>; depth: number };

function numberOf({ minimum, maximum, exclusiveMinimum }: Json): number {
  const low = Number(
    minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1),
  );
  const high = Number(maximum ?? Number.MAX_SAFE_INTEGER);
  return Math.min(Math.max(low, 1), high);
}

function objectOf(schema: Json, known: Known, optional: boolean): Json {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  return Object.fromEntries(
    properties
      .filter(([name]) => optional || required.has(name))
      .map(([name, of]) => [name, exampleOf(of, known, name)]),
  );
}

/**
 * Returns a value that a schema allows, with every field of an answer, and the required ones of an
 * input (`optional` false).
 */
export function exampleOf(schema: Json, known: Known, name = '', optional = true): unknown {
  if (known.depth > DEEPEST) return null;
  const inner = { ...known, depth: known.depth + 1 };
  const {
    $ref,
    enum: values,
    type,
    format,
    anyOf,
    oneOf,
    allOf,
  } = schema as Json & {
    enum?: unknown[];
    anyOf?: Json[];
    oneOf?: Json[];
    allOf?: Json[];
  };
  if (typeof $ref === 'string') {
    const to = known.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    return to ? exampleOf(to, inner, name, optional) : null;
  }
  if ('const' in schema) return schema['const'];
  if (values) return values[0];
  const [branch] = anyOf ?? oneOf ?? allOf ?? [];
  if (branch) return exampleOf(branch, inner, name, optional);
  if (Object.hasOwn(byName, name) && isOfType(byName[name], type)) return byName[name];
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object') return objectOf(schema, inner, optional);
  if (kind === 'array') {
    const { items = {}, minItems = 1 } = schema as { items?: Json; minItems?: number };
    const least = known.depth > DEEP ? 0 : 1;
    return Array.from({ length: Math.max(least, minItems) }, () => exampleOf(items, inner, name));
  }
  if (kind === 'boolean') return true;
  if (kind === 'number' || kind === 'integer') return numberOf(schema);
  if (kind === 'null') return null;
  const formatted = byFormat[String(format)];
  if (formatted !== undefined) return formatted;
  if (/(?:_id|Id)$/.test(name)) return '12';
  if (/(?:At|Until|By|since|timestamp)$/.test(name)) return byFormat['date-time'];
  return 'text';
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  const own = Array.isArray(value) ? 'array' : typeof value;
  return types.some((one) => one === own || (one === 'integer' && own === 'number'));
}
