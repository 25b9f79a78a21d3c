// Tests that the demonstration pages do not exist outside the demonstration.
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { PageContext } from '#contract/page.ts';
import { renderContext } from '../page-context.ts';
import { demonstrationOnly } from './demonstration-only.ts';

const asked = (demonstration: boolean) => {
  const settings = { demonstration, officeUrl: 'http://office.example' };
  const context = new RouterContextProvider(
    new Map([[renderContext, { settings } as unknown as PageContext]]),
  );
  return { context } as unknown as Parameters<typeof demonstrationOnly>[0];
};

test('a production site answers 404 for the faker pages', () => {
  expect(demonstrationOnly(asked(true))).toEqual({ officeUrl: 'http://office.example' });
  let thrown: unknown;
  try {
    demonstrationOnly(asked(false));
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Response).status).toBe(404);
});
