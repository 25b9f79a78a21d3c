// Makes React notice what was typed before it was interactive.
/** Repeats the input of a field, because React took the typed value for the initial one. */
export function typeAgain(field: HTMLInputElement): void {
  const { value } = field;
  field.value = field.defaultValue;
  // React overrides the setter on the field itself, so the prototype's setter makes it notice the
  // change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
