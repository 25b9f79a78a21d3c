// Google Identity Services: its script, loaded only on login and registration, and its button.

type Answer = { credential: string };
type GoogleId = {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (answer: Answer) => void;
    ux_mode: 'popup';
    auto_select: boolean;
  }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
};

const SCRIPT = 'https://accounts.google.com/gsi/client';
let loading: Promise<GoogleId> | undefined;

/**
 * The content security policy allows the app's scripts to load this script (`strict-dynamic`), only
 * in these two documents.
 */
function loadGoogle(): Promise<GoogleId> {
  loading ??= new Promise<GoogleId>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('load', () => {
      const { google } = window as unknown as { google?: { accounts?: { id?: GoogleId } } };
      if (google?.accounts?.id) resolve(google.accounts.id);
      else reject(new Error('the script of Google brought nothing'));
    });
    script.addEventListener('error', () => reject(new Error('Google cannot be reached')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Renders the button again; the chosen account arrives as an ID token with the nonce. */
export async function renderGoogle(
  place: HTMLElement,
  options: {
    clientId: string;
    nonce: string;
    text: 'signin_with' | 'signup_with';
    onToken: (token: string) => void;
  },
): Promise<void> {
  const id = await loadGoogle();
  id.initialize({
    client_id: options.clientId,
    nonce: options.nonce,
    callback: ({ credential }) => options.onToken(credential),
    ux_mode: 'popup',
    auto_select: false,
  });
  place.replaceChildren();
  id.renderButton(place, {
    type: 'standard',
    theme: 'outline',
    size: 'large',
    shape: 'rectangular',
    logo_alignment: 'center',
    text: options.text,
    locale: 'zh_TW',
    width: Math.min(400, place.clientWidth),
  });
}
