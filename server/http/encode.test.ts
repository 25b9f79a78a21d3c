// Tests that the codecs encode what actions return, whatever schemas contain the codecs.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { site, office } from '#contract/index.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '#contract/core/lists.ts';
import { zonedInstantSchema } from '#contract/core/wire.ts';
import { LongList } from '../tables/long-list.ts';
import { encodingOf } from './encode.ts';

const at = new Date('2026-11-23T04:05:06.789Z');
const row = z.object({ id: outputIdSchema, at: instantSchema.nullable(), name: z.string() });

describe('an answer is written', () => {
  test.each([
    ['null', row.nullable(), null, null],
    ['nothing to write', z.object({ n: z.number() }), { n: 5 }, { n: 5 }],
    ['an optional field', z.object({ id: outputIdSchema.optional() }), {}, {}],
    ['a list', z.array(row), [{ id: 5, at, name: 'a' }], [{ id: '5', at: at.toJSON(), name: 'a' }]],
    ['a record', z.record(z.string(), outputIdSchema), { a: 0 }, { a: '0' }],
    ['a plain union', z.union([z.literal('me'), outputIdSchema]), 7, '7'],
    ['another branch', z.union([z.literal('me'), outputIdSchema]), 'me', 'me'],
    ['what is written already', instantSchema, at.toJSON(), at.toJSON()],
  ])('%s', (_what, schema, given, wire) => {
    expect(encodingOf(schema)(given)).toEqual(wire);
  });

  test('by the branch that the discriminator names', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), of: outputIdSchema }),
      z.object({ kind: z.literal('b'), of: z.number() }),
    ]);
    expect(
      encodingOf(z.array(schema))([
        { kind: 'a', of: 1 },
        { kind: 'b', of: 1 },
      ]),
    ).toEqual([
      { kind: 'a', of: '1' },
      { kind: 'b', of: 1 },
    ]);
  });

  test('without a change of what the action returned', () => {
    const given = [{ id: 5, at, name: 'a' }];
    encodingOf(z.array(row))(given);
    expect(given).toEqual([{ id: 5, at, name: 'a' }]);
  });

  test('page by page in a long list', async () => {
    async function* pages() {
      yield [{ id: 1, at: null, name: 'a' }];
      yield [{ id: 2, at, name: 'b' }];
    }
    const schema = z.object({ asOf: instantSchema, data: z.array(row) });
    const list = encodingOf(schema)(new LongList({ asOf: at } as object, pages())) as LongList;
    const read: unknown[] = [];
    for await (const page of list.pages) read.push(...page);
    expect(list.beside).toEqual({ asOf: at.toJSON() });
    expect(read).toEqual([
      { id: '1', at: null, name: 'a' },
      { id: '2', at: at.toJSON(), name: 'b' },
    ]);
  });
});

describe('an input is read', () => {
  test.each(['7', 7])('the id %j as a number', (sent) => expect(idSchema.parse(sent)).toBe(7));
  test.each(['0', '-1', '1.5', ' 7', '1e3', '9'.repeat(19), 0, 1.5, null])(
    'but %j is no id',
    (sent) => expect(idSchema.safeParse(sent).success).toBe(false),
  );
  test('an instant as a Date, whatever its zone', () => {
    expect(zonedInstantSchema.parse('2026-11-23T12:05:06.789+08:00')).toEqual(at);
    expect(zonedInstantSchema.safeParse('2026-11-23T12:05:06').success).toBe(false);
  });
});

test('every answer in JSON can be checked as it is on the wire', () => {
  const calls = [...Object.values(site), ...Object.values(office)].flatMap(
    (feature) => Object.values(feature) as Endpoint[],
  );
  const oneWay = calls.filter(({ kind, output }) => {
    if (['document', 'export'].includes(kind)) return false;
    try {
      z.safeEncode(output, {});
      return false;
    } catch {
      return true;
    }
  });
  expect(oneWay.map(({ path }) => path)).toEqual([]);
});
