// Each adapter that ships has every property that its port requires (`npm run conformance`).
import { afterAll, describe, expect, test } from 'vitest';
import { resultOf } from './conformance/kit.ts';
import { openPorts } from './conformance/ports.ts';

const opened = await openPorts({ clamd: null });
afterAll(() => opened.close());

for (const subject of opened.subjects) {
  describe(`${subject.port}, ${subject.adapter}`, () => {
    test.each(subject.properties.map((property) => [property.name, property] as const))(
      '%s',
      async (_, property) => {
        expect((await resultOf(subject, property)).failure).toBeNull();
      },
    );
  });
}

test('an adapter without a property is reported', async () => {
  const subject = { port: 'p', adapter: 'a', properties: [] };
  const run = () => Promise.reject(new Error('no'));
  expect(await resultOf(subject, { name: 'x', run })).toMatchObject({
    port: 'p',
    adapter: 'a',
    property: 'x',
    failure: 'no',
  });
});
