// Remembers on this device that so many sign-ins failed that a captcha is required.
const KEY = 'needRecaptcha';

/**
 * Number of failures after which the browser remembers that a captcha is required, as the
 * specification says.
 */
const REMEMBERED_FROM = 5;

/** Users are warned when they have this many attempts left before a captcha is required. */
const WARN_BEFORE = 2;

export function needsCaptcha(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/**
 * Sets the flag from the fifth failure on, whatever else requires a captcha; returns whether the
 * flag is set.
 */
export function rememberFailures(count: number): boolean {
  if (count < REMEMBERED_FROM) return false;
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the flag is lost, and the server demands the captcha again.
  }
  return true;
}

/** Clears the flag after a successful sign-in. */
export function forgetFailures(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If nothing can be stored, there is nothing to clear.
  }
}

/**
 * Returns the message for a failed sign-in, which depends on the number of failures and on the
 * number from which a captcha is required.
 */
export function failureWords(message: string, count: number, captchaFrom: number): string {
  const left = Math.min(captchaFrom, REMEMBERED_FROM) - count;
  if (left <= 0 || left > WARN_BEFORE) return message;
  return `${message}，再錯 ${left} 次將需要進行驗證`;
}
