// Remembers on this device that signing in has failed often enough to take a captcha.
const KEY = 'needRecaptcha';

/** From so many failures on the browser remembers it, as the specification says. */
const REMEMBERED_FROM = 5;

/** So many failures before it comes, people are told that it will. */
const WARN_BEFORE = 2;

export function needsCaptcha(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Sets the flag from the fifth failure on, whatever else asks for a captcha; answers whether. */
export function rememberFailures(count: number): boolean {
  if (count < REMEMBERED_FROM) return false;
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the server asks for it again.
  }
  return true;
}

/** A login has succeeded. */
export function forgetFailures(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget where nothing can be stored.
  }
}

/** What is said about a failure, by its count and from how many on a captcha is asked for. */
export function failureWords(message: string, count: number, captchaFrom: number): string {
  const left = Math.min(captchaFrom, REMEMBERED_FROM) - count;
  if (left <= 0 || left > WARN_BEFORE) return message;
  return `${message}，再錯 ${left} 次將需要進行驗證`;
}
