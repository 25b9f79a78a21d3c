// Google's own button, drawn by Google's script.
import { useEffect, useRef } from 'react';
import { type GoogleSetting, newNonce } from './google-flow.ts';
import { renderGoogle } from './google-script.ts';

/** Renders Google's button in its place, with a nonce that is renewed before it expires. */
export default function GooglesButton({
  google,
  text,
  onToken,
  onProblem,
}: {
  google: GoogleSetting;
  text: 'signin' | 'signup';
  onToken: (token: string) => void;
  onProblem: (error: unknown) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onToken, onProblem });
  handlers.current = { onToken, onProblem };
  useEffect(() => {
    let gone = false;
    const draw = async () => {
      try {
        const nonce = await newNonce();
        if (gone || !place.current) return;
        await renderGoogle(place.current, {
          clientId: google.clientId,
          nonce,
          text: text === 'signin' ? 'signin_with' : 'signup_with',
          onToken: (token) => handlers.current.onToken(token),
        });
      } catch (error) {
        if (!gone) handlers.current.onProblem(error);
      }
    };
    void draw();
    const renewing = setInterval(() => void draw(), 8 * 60_000);
    return () => {
      gone = true;
      clearInterval(renewing);
    };
  }, [google.clientId, text]);
  return <div ref={place} className="google-place" />;
}
