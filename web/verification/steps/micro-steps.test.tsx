// Test of a form in short screens: the next one is opened while the focus is still in a field.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '../../form/fields.tsx';
import { Form, useZodForm } from '../../form/Form.tsx';
import { MicroSteps } from './MicroSteps.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const schema = z.object({ code: z.string().regex(/^[A-Z]\d{3}$/, 'wrong'), rest: z.string() });

function Sample({ onPart }: { onPart: (part: number) => void }) {
  const form = useZodForm(schema, { code: '', rest: '' });
  return (
    <Form form={form} onSubmit={() => {}}>
      <MicroSteps
        part={0}
        onPart={onPart}
        parts={[
          {
            fields: ['code'],
            content: <TextField name="code" label="code" normalise="upperCase" />,
          },
          { fields: ['rest'], content: <TextField name="rest" label="rest" /> },
        ]}
      >
        <button type="submit">送出</button>
      </MicroSteps>
    </Form>
  );
}

test('full-width characters are corrected before the next screen is shown', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const onPart = vi.fn<(part: number) => void>();
  await act(async () => createRoot(place).render(<Sample onPart={onPart} />));
  const code = place.querySelector('input')!;
  code.focus();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      code,
      'ａ１２３',
    );
    code.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const next = [...place.querySelectorAll('button')].find((one) => one.textContent === '下一頁')!;
  await act(async () => {
    // A click leaves the focus in the field, as `onMouseDown` of the button says.
    next.click();
    await vi.waitFor(() => expect(onPart.mock.calls).toEqual([[1]]));
  });
  expect(code.value).toBe('A123');
});
