// Shows the reCAPTCHA widget: the script is loaded on first use.

type Options = {
  sitekey: string;
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
  theme: 'light' | 'dark';
};
type Recaptcha = {
  ready: (then: () => void) => void;
  render: (box: HTMLElement, options: Options) => number;
};

const recaptchaHere = () => (window as unknown as { grecaptcha?: Recaptcha }).grecaptcha;
let loading: Promise<Recaptcha> | undefined;

function load(script: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${script}?render=explicit&hl=zh-TW`;
    element.async = true;
    element.addEventListener('load', () => {
      const recaptcha = recaptchaHere();
      if (recaptcha) recaptcha.ready(() => resolve(recaptcha));
      else reject(new Error('the script brought no captcha'));
    });
    element.addEventListener('error', () => reject(new Error('no captcha came')));
    document.head.append(element);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const isDark = () => {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
};

/** Renders into `box`; `onToken` gets the token, or null if it expired or failed. */
export async function renderRecaptcha(
  box: HTMLElement,
  { siteKey, script }: { siteKey: string; script: string },
  onToken: (token: string | null) => void,
): Promise<void> {
  const recaptcha = await load(script);
  // A widget can be rendered into a box only once; another captcha needs another box.
  if (!box.isConnected || box.childElementCount > 0) return;
  recaptcha.render(box, {
    sitekey: siteKey,
    callback: onToken,
    'expired-callback': () => onToken(null),
    'error-callback': () => onToken(null),
    theme: isDark() ? 'dark' : 'light',
  });
}
