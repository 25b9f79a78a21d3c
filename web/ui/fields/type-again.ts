// Makes React notice what was typed into a field before the page was interactive.
/** Repeats the input of a field, because React took the typed value for the initial one. */
export function typeAgain(field: HTMLInputElement): void {
  const { value } = field;
  field.value = field.defaultValue;
  // React overrides the setter on the field itself, so only the prototype's setter makes React
  // notice the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
