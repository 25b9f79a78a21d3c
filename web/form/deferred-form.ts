// Forms of pages that the server renders: their schema loads late, and nothing that was entered
// meanwhile is lost.
import { useEffect, useLayoutEffect } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { typeAgain } from '../ui/fields/type-again.ts';
import { type FormOver, checker, checking } from './Form.tsx';
import type { Shape } from './resolver.ts';

/**
 * Repeats what was entered into a form before its script had loaded, because React would take it
 * for the initial value or overwrite it.
 */
function enterAgain(form: HTMLFormElement): void {
  // All are found first, because clicking one radio changes the others of its group.
  for (const field of [...form.querySelectorAll('input')].filter(isEntered)) {
    if (isChoice(field)) {
      field.checked = field.defaultChecked;
      field.click();
    } else typeAgain(field);
  }
}

const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox';

function isEntered(field: HTMLInputElement): boolean {
  if (field.type === 'radio') return field.checked && !field.defaultChecked;
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/**
 * Like `useZodForm` of `Form.tsx`, but the schema is loaded once the page is interactive; for
 * sign-in and registration pages, because zod is larger than such a page. If it fails to load, only
 * the server validates. `load` must be the same function each time.
 */
export function useDeferredForm<S extends Shape>(
  load: () => Promise<S>,
  defaultValues?: DefaultValues<z.input<S>>,
): FormOver<S> {
  useEffect(() => void Promise.all([checker(), load()]).catch(() => {}), [load]);
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: async (values, context, options) => {
      const [check, schema] = await Promise.all([checker(), load()]).catch(() => []);
      if (check && schema) return check.resolverOf(schema as S)(values, context, options);
      return { values: values as unknown as z.output<S>, errors: {} };
    },
    ...checking,
    ...(defaultValues && { defaultValues }),
  });
  // Runs in the commit that hydrates the form, because React leaves the fields as they are only
  // until it renders them again.
  useLayoutEffect(() => [...document.forms].forEach(enterAgain), []);
  return form;
}
