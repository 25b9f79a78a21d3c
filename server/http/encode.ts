// Encodes what actions return as JSON values: ids and instants, by the contract's codecs.
import { z } from 'zod';
import { LongList } from '../tables/long-list.ts';

type Schema = z.core.$ZodType;
type Encode = (value: unknown) => unknown;
type Fields = Record<string, unknown>;

const encoders = new WeakMap<Schema, Encode>();
const asItIs: Encode = (value) => value;
const isMissing = (value: unknown) => value === null || value === undefined;

/**
 * Returns the function that encodes a call's answers, including answers whose rows are read page by
 * page.
 */
export function encodingOf(output: Schema): Encode {
  const encode = encoderOf(output);
  return (result) => (result instanceof LongList ? encodeList(result, output) : encode(result));
}

/**
 * Returns the function that encodes a value of the schema for JSON. It visits only the parts that
 * contain a codec, and copies what it changes. Unlike `z.parse` it validates nothing, because
 * validation would take twice as long for a list of 100 rows; tests validate every answer.
 */
function encoderOf(schema: Schema): Encode {
  const known = encoders.get(schema);
  if (known) return known;
  const encode = encoderFor(schema);
  const present: Encode =
    encode === asItIs ? asItIs : (value) => (isMissing(value) ? value : encode(value));
  encoders.set(schema, present);
  return present;
}

function encoderFor(schema: Schema): Encode {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe': {
      if (!(schema instanceof z.ZodCodec)) return encoderOf(def.in);
      return schema._zod.def.transform as unknown as Encode;
    }
    case 'object':
      return ofFields(def.shape);
    case 'array':
      return ofRows(encoderOf(def.element));
    case 'record': {
      const encode = encoderOf(def.valueType);
      if (encode === asItIs) return asItIs;
      return (value) => {
        const entries = Object.entries(value as Fields);
        return Object.fromEntries(entries.map(([key, inner]) => [key, encode(inner)]));
      };
    }
    case 'union':
      return ofBranches(def);
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'default':
    case 'readonly':
      return encoderOf(def.innerType);
    default:
      return asItIs;
  }
}

function ofFields(shape: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(shape)
    .map(([name, schema]) => [name, encoderOf(schema)] as const)
    .filter(([, encode]) => encode !== asItIs);
  if (fields.length === 0) return asItIs;
  return (value) => {
    const copy: Fields = { ...(value as Fields) };
    for (const [name, encode] of fields) {
      if (!isMissing(copy[name])) copy[name] = encode(copy[name]);
    }
    return copy;
  };
}

function ofRows(encode: Encode): Encode {
  return encode === asItIs ? asItIs : (value) => (value as unknown[]).map(encode);
}

/**
 * The discriminator chooses the branch; a union without a discriminator uses the first branch that
 * the value matches.
 */
function ofBranches(def: z.core.$ZodUnionDef): Encode {
  const branches = def.options.map((schema) => ({ schema, encode: encoderOf(schema) }));
  if (branches.every(({ encode }) => encode === asItIs)) return asItIs;
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  if (discriminator === undefined) {
    return (value) => {
      const branch = branches.find(({ schema }) => z.safeParse(schema, value).success);
      return branch ? branch.encode(value) : value;
    };
  }
  const byValue = new Map(
    branches.flatMap(({ schema, encode }) =>
      [...(schema._zod.propValues?.[discriminator] ?? [])].map((is) => [is, encode] as const),
    ),
  );
  return (value) => (byValue.get((value as Fields)[discriminator] as never) ?? asItIs)(value);
}

/** Encodes the rows of a long list while they are read. */
function encodeList(list: LongList, schema: Schema): LongList {
  const { data, ...beside } = (schema as z.ZodObject)._zod.def.shape;
  const encode = encoderOf(data as Schema);
  return new LongList(ofFields(beside as never)(list.beside) as object, pages());
  async function* pages() {
    for await (const page of list.pages) yield encode(page) as readonly unknown[];
  }
}
