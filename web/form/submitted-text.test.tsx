// Test of a form that is submitted while the focus is still in a field.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from './fields.tsx';
import { Form, useZodForm } from './Form.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const schema = z.object({ email: z.email() });

function Sample({ onSubmit }: { onSubmit: (values: { email: string }) => void }) {
  const form = useZodForm(schema, { email: '' });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField name="email" label="email" normalise="halfWidth" />
    </Form>
  );
}

test('full-width characters are corrected although the field never lost the focus', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const sent = vi.fn<(values: { email: string }) => void>();
  await act(async () => createRoot(place).render(<Sample onSubmit={sent} />));
  const email = place.querySelector('input')!;
  email.focus();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      email,
      'ａｂｃ＠example.com',
    );
    email.dispatchEvent(new Event('input', { bubbles: true }));
  });
  // The validation is loaded when the first form appears, so what follows the submission may come
  // late; `act` must last until then.
  await act(async () => {
    place.querySelector('form')!.requestSubmit();
    await vi.waitFor(() =>
      expect(sent.mock.calls.map(([values]) => values)).toEqual([{ email: 'abc@example.com' }]),
    );
  });
  expect(document.activeElement).toBe(email);
});
