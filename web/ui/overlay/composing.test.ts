// Test that an Enter of an input method reaches neither fields nor dialogs nor shortcuts.
import { afterEach, expect, test, vi } from 'vitest';
import { leaveEnterToInputMethods } from './composing.ts';

let end = () => {};
afterEach(() => {
  end();
  document.body.innerHTML = '';
});

test.each([
  ['while a word is composed', { key: 'Enter', isComposing: true }, 0],
  ['as Safari sends it afterwards', { key: 'Enter', keyCode: 229 }, 0],
  ['of the person', { key: 'Enter', keyCode: 13 }, 1],
  ['is another key', { key: 'a', keyCode: 229 }, 1],
])('Enter %s', (_, init, times) => {
  end = leaveEnterToInputMethods();
  const field = document.createElement('input');
  const answer = vi.fn<() => void>();
  field.addEventListener('keydown', answer);
  document.body.append(field);
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  if ('keyCode' in init) Object.defineProperty(event, 'keyCode', { value: init.keyCode });
  if ('isComposing' in init) Object.defineProperty(event, 'isComposing', { value: true });
  field.dispatchEvent(event);
  expect(answer).toHaveBeenCalledTimes(times);
  expect(event.defaultPrevented).toBe(times === 0);
});
