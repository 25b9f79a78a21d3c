// WebOTP: where the phone offers it, the browser reads the code out of the text message.

/** Chrome's way of `navigator.credentials.get`, which TypeScript does not know. */
type Offer = { otp: { transport: ['sms'] }; signal: AbortSignal };
type Otp = { code?: unknown } | null;

/** Waits for the message; answers how to stop. Nothing happens where there is no such offer. */
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
        // The person typed it, or did not allow it.
      },
    );
  }
  return () => stop.abort();
}
