// Response headers that tell browsers what the app's pages may do.
import type { FastifyInstance } from 'fastify';
import { ofMembers } from '#contract/page.ts';
import type { Config } from '../../config/config.ts';
import { REPORTS_PATH } from './csp-reports.ts';

/** Directives by name with their sources; an empty list means the directive without sources. */
type Policy = Record<string, readonly string[]>;

const closed: Policy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

const page = {
  ...closed,
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'report-uri': [REPORTS_PATH],
} satisfies Policy;

function written(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Policy of documents that do not need the build: only the app's own style sheet is allowed. */
export const plainPolicy = written({
  ...closed,
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'manifest-src': ["'self'"],
});

/** Policy of the service worker, which has its own and does not follow that of a document. */
export const workerPolicy = written({ ...closed, 'connect-src': ["'self'"] });

const googleScript = 'https://accounts.google.com/gsi/';
/** Hosts that a tag manager loads from and reports to, as its vendor lists them. */
const tagHosts = ['https://*.googletagmanager.com', 'https://*.google-analytics.com'];

/** Stands for the nonce in a policy that is kept. */
const NONCE = '{nonce}';
const sitePolicies = new WeakMap<Config, Map<string, string>>();

type PolicyFor = { entrance: boolean; signedIn: boolean; dev: boolean; consent: boolean };

/**
 * Returns the policy of a member site document, which is put together once for each kind of
 * document.
 */
export function sitePolicy(
  config: Config,
  nonce: string,
  path: string,
  { dev, consent }: { dev: boolean; consent: boolean },
): string {
  const entrance = /^\/member\/(login|register)/.test(path);
  const signedIn = ofMembers.test(path);
  const kept = sitePolicies.get(config) ?? new Map<string, string>();
  sitePolicies.set(config, kept);
  const key = [dev, consent, entrance, signedIn].join();
  const policy = kept.get(key) ?? sitePolicyFor(config, { dev, consent, entrance, signedIn });
  kept.set(key, policy);
  return policy.replace(NONCE, nonce);
}

/**
 * Third-party scripts run only on the login and register documents (decision 002), and a tag
 * manager on public ones after `consent`.
 */
function sitePolicyFor(config: Config, { entrance, signedIn, dev, consent }: PolicyFor): string {
  const google = entrance && config.google?.kind === 'google';
  // The app's own Google button exchanges its code at this address.
  const issuer = entrance && config.google?.kind === 'issuer' ? config.google.issuer : null;
  const recaptcha = entrance ? config.recaptcha : null;
  const tags = consent && !signedIn && config.tagManager !== null;
  const frames = [
    ...(google ? [googleScript] : []),
    // The reCAPTCHA puzzles come from a different host.
    ...(recaptcha ? [`${recaptcha.url}/`, 'https://recaptcha.google.com/recaptcha/'] : []),
  ];
  return written({
    ...page,
    'script-src': [`'nonce-${NONCE}'`, "'strict-dynamic'"],
    'style-src': ["'self'", ...(google ? [googleScript] : []), ...(dev ? ["'unsafe-inline'"] : [])],
    ...(tags ? { 'img-src': [...page['img-src'], ...tagHosts] } : {}),
    'connect-src': [
      "'self'",
      ...(config.apiUrl ? [new URL(config.apiUrl).origin] : []),
      ...(google ? [googleScript] : []),
      ...(issuer ? [new URL(issuer).origin] : []),
      ...(tags ? tagHosts : []),
      ...(dev ? ['ws:'] : []),
    ],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    ...(config.publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  });
}

/** Returns the policy of the back office: its own files and its own API, nothing else. */
export function officePolicy(config: Config, dev: boolean): string {
  return written({
    ...page,
    'script-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    'style-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    'connect-src': ["'self'", ...(dev ? ['ws:'] : [])],
    ...(config.officeUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  });
}

/** Returns the headers common to all answers of a site. */
export function securityHeaders(
  { publicUrl, officeUrl }: Config,
  kind: 'site' | 'office',
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': written(closed),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
  if ((kind === 'site' ? publicUrl : officeUrl).startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  return headers;
}

/**
 * Sets the headers common to all answers. A document replaces the content security policy with a
 * different one.
 */
export function secureAnswers(app: FastifyInstance, config: Config, kind: 'site' | 'office'): void {
  const headers = securityHeaders(config, kind);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
