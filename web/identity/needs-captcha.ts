// Remembers on this device that signing in has failed often enough to take a captcha.
const KEY = 'needRecaptcha';

/** From so many failures on; the server counts and says so in `failed_login_count`. */
export const captchaFrom = 5;
/** From so many on, people are told that it will come. */
export const warnFrom = 3;

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

/** What is said about a failure, by the count the server tells. */
export function failureWords(message: string, count: number): string {
  if (count < warnFrom || count >= captchaFrom) return message;
  return `${message}，再錯 ${captchaFrom - count} 次將需要進行驗證`;
}
