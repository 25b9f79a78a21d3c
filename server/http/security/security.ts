// The headers that tell a browser what a page of ours may do, and what it may not.
import type { FastifyInstance } from 'fastify';
import { ofMembers } from '#contract/page.ts';
import type { Config } from '../../config/config.ts';
import { REPORTS_PATH } from './csp-reports.ts';

/** Directives by name, each with its sources; an empty list stands for the directive alone. */
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

/** Of documents that stand without the build: a style sheet of ours and nothing else. */
export const plainPolicy = written({
  ...closed,
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'manifest-src': ["'self'"],
});

/** Of the service worker, which goes by its own policy and not by that of a document. */
export const workerPolicy = written({ ...closed, 'connect-src': ["'self'"] });

const googleScript = 'https://accounts.google.com/gsi/';
/** As its maker names them for the policy: where a tag manager loads from and reports to. */
const tagHosts = ['https://*.googletagmanager.com', 'https://*.google-analytics.com'];

/**
 * The policy of a document of the member site. Scripts of others run on the login and register
 * documents alone, because of decision 002, and a tag manager on public ones after `consent`.
 */
export function sitePolicy(
  config: Config,
  nonce: string,
  path: string,
  { dev, consent }: { dev: boolean; consent: boolean },
): string {
  const entrance = /^\/member\/(login|register)/.test(path);
  const signedIn = ofMembers.test(path);
  const google = entrance && config.google?.kind === 'google';
  // Our own button exchanges its code there.
  const issuer = entrance && config.google?.kind === 'issuer' ? config.google.issuer : null;
  const recaptcha = entrance ? config.recaptcha : null;
  const tags = consent && !signedIn && config.tagManager !== null;
  const frames = [
    ...(google ? [googleScript] : []),
    // Its puzzles come from a host of their own.
    ...(recaptcha ? [`${recaptcha.url}/`, 'https://recaptcha.google.com/recaptcha/'] : []),
  ];
  return written({
    ...page,
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
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

/** The policy of the back office: its own files and its own API, nothing else. */
export function officePolicy(config: Config, dev: boolean): string {
  return written({
    ...page,
    'script-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    'style-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    'connect-src': ["'self'", ...(dev ? ['ws:'] : [])],
    ...(config.officeUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  });
}

/** Sets what every answer carries. A document sets its own content security policy over it. */
export function secureAnswers(app: FastifyInstance, origin: string): void {
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
  if (origin.startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
