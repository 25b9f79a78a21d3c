// WebOTP: on phones that support it, the browser reads the code from the text message.

/** Chrome's variant of `navigator.credentials.get`, which TypeScript does not know. */
type Offer = { otp: { transport: ['sms'] }; signal: AbortSignal };
type Otp = { code?: unknown } | null;

/**
 * Waits for the message and returns a function that stops waiting. Does nothing if the browser does
 * not support it.
 */
export function waitForMessage(onCode: (code: string) => void): () => void {
  const stop = new AbortController();
  if ('OTPCredential' in window) {
    const offer: Offer = { otp: { transport: ['sms'] }, signal: stop.signal };
    void navigator.credentials.get(offer as CredentialRequestOptions).then(
      (given) => {
        const { code } = (given as Otp) ?? {};
        if (typeof code === 'string' && /^\d{6}$/.test(code)) onCode(code);
      },
      () => {
        // The user typed the code or did not allow the browser to read the message.
      },
    );
  }
  return () => stop.abort();
}
