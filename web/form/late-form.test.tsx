// Test of forms that are filled in before their script: what was entered is entered again.
import { act, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CheckboxField, RadioField } from './choice-fields.tsx';
import { TextField } from './fields.tsx';
import { Form } from './Form.tsx';
import { useDeferredForm } from './deferred-form.ts';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const schema = z.object({ email: z.string(), way: z.string(), news: z.boolean() });
const load = () => Promise.resolve(schema);
const choices = [
  { value: 'borrow', title: 'borrow' },
  { value: 'invest', title: 'invest' },
];

function Sample({ onShown }: { onShown?: (values: () => unknown) => void }) {
  const form = useDeferredForm(load, { email: '', way: 'borrow', news: true });
  useEffect(() => onShown?.(form.getValues), [form, onShown]);
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField name="email" label="email" />
      <RadioField name="way" label="way" choices={choices} />
      <CheckboxField name="news" label="news">
        news
      </CheckboxField>
    </Form>
  );
}

test('text, another radio than the preset one, and a cleared box are kept', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Sample />);
  const [email, , invest, news] = [...place.querySelectorAll('input')];
  email!.value = 'early@example.com';
  invest!.checked = true;
  news!.checked = false;
  let values: () => unknown = () => null;
  const sample = <Sample onShown={(current) => (values = current)} />;
  await act(async () => void hydrateRoot(place, sample));
  expect(values()).toEqual({ email: 'early@example.com', way: 'invest', news: false });
});
