// Tests that every answer can be written: the functions that do this are compiled at their first
// use, so that a schema that cannot be compiled would not be noticed at the start.
import { expect, test } from 'vitest';
import type { Feature } from '#contract/core/endpoint.ts';
import { demo, office, site } from '#contract/index.ts';
import { exampleOf } from './description/examples.ts';
import { collectSchemas, refTo } from './description/schemas.ts';
import { isJson, serializerOf } from './wire-schema.ts';

const contracts: Record<string, Feature>[] = [site, office, demo];
const calls = contracts.flatMap((contract) =>
  Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
  ),
);

/** A layout is a union without a discriminator, so that its example has to fit a branch. */
const layout = { format: 'camt.053', bank: '812' };

test.each(calls.filter(([, endpoint]) => isJson(endpoint)))('%s', (_name, { output }) => {
  const schemas = collectSchemas();
  schemas.add('Answer', output, 'output');
  const example = exampleOf(refTo('Answer'), { schemas: schemas.all, depth: 0 });
  const answer = JSON.parse(JSON.stringify(example), (key, value) =>
    key === 'mapping' ? layout : value,
  );
  expect(JSON.parse(serializerOf(output)(answer))).toEqual(answer);
});
