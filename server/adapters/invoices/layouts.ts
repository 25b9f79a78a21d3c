// How value-added centres are asked over HTTPS and what their answers mean, as data.
import type { InvoiceMessage } from './center.ts';

/**
 * `accepted`: the centre has the message, now or from an earlier try. `refused`: it will never take
 * the message as it is. `later`: the same message may be accepted once the cause is gone.
 */
export type Verdict = 'accepted' | 'refused' | 'later';

export type InvoiceLayout = {
  contentType: string;
  /** Added to the address. */
  path: (message: InvoiceMessage) => string;
  body: (message: InvoiceMessage) => string;
  /** Finds the centre's own code in an answer; without one the status decides. */
  code: RegExp;
  /** Meaning of a code or, if there is none, of a status; what matches no row may be repeated. */
  verdicts: readonly (readonly [RegExp, Verdict])[];
};

const byStatus = [
  // 409: this id or number was accepted before, with the same content.
  [/^(2\d\d|409)$/, 'accepted'],
  [/^(400|413|415|422)$/, 'refused'],
] as const satisfies InvoiceLayout['verdicts'];

export const invoiceLayouts = {
  /** POST of the XML to `…/F0401` and so on; the answer's status says everything. */
  xml: {
    contentType: 'application/xml; charset=utf-8',
    path: ({ type }) => `/${type}`,
    body: ({ xml }) => xml,
    code: /(?!)/,
    verdicts: byStatus,
  },
  /** POST of `{id, type, xml}` to one address; a code may say more than the status. */
  json: {
    contentType: 'application/json',
    path: () => '',
    body: ({ id, type, xml }) => JSON.stringify({ id, type, xml }),
    code: /"code"\s*:\s*"([A-Z0-9_]{1,20})"/,
    verdicts: [[/^(OK|DUPLICATE)$/, 'accepted'], [/^E[A-Z0-9_]*$/, 'refused'], ...byStatus],
  },
} as const satisfies Record<string, InvoiceLayout>;

export type InvoiceLayoutName = keyof typeof invoiceLayouts;
export const invoiceLayoutNames = Object.keys(invoiceLayouts) as InvoiceLayoutName[];
