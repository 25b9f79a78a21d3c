// Remembers on this device that signing in has failed often enough to take a captcha.
const KEY = 'needRecaptcha';

/** So many failures before it comes, people are told that it will. */
const WARN_BEFORE = 2;

export function needsCaptcha(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Kept until a login succeeds. */
export function rememberCaptcha(needed: boolean): void {
  try {
    if (needed) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the server asks for it again.
  }
}

/** What is said about a failure, by its count and from how many on a captcha is asked for. */
export function failureWords(message: string, count: number, captchaFrom: number): string {
  const left = captchaFrom - count;
  if (left <= 0 || left > WARN_BEFORE) return message;
  return `${message}，再錯 ${left} 次將需要進行驗證`;
}
