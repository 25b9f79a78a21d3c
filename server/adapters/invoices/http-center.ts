// Sends electronic invoices to a value-added centre over HTTPS, as one of the layouts says.
import { isLoopback } from '../../config/certificates.ts';
import { type InvoiceCenter, InvoiceRefused } from './center.ts';
import { type InvoiceLayout, type InvoiceLayoutName, invoiceLayouts } from './layouts.ts';

export type CenterSettings = {
  layout: InvoiceLayoutName;
  url: string;
  token: string;
  timeoutMs?: number;
};

/** An answer has a few lines. */
const ANSWER_MAX = 4_096;

/** Returns a centre. No error contains a message, the token or the text of an answer. */
export function createHttpCenter(settings: CenterSettings): InvoiceCenter {
  const { url, token, timeoutMs = 10_000 } = settings;
  const layout: InvoiceLayout = invoiceLayouts[settings.layout];
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new Error('the value-added centre must be reached by https');
  }
  return {
    async send(message) {
      const { status, text } = await ask(`${url}${layout.path(message)}`, {
        method: 'POST',
        headers: {
          'content-type': layout.contentType,
          authorization: `Bearer ${token}`,
          'idempotency-key': message.id,
        },
        body: layout.body(message),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const code = layout.code.exec(text)?.[1] ?? String(status);
      const verdict = layout.verdicts.find(([codes]) => codes.test(code))?.[1] ?? 'later';
      if (verdict === 'accepted') return;
      throw new InvoiceRefused(`the centre answered ${code}: ${verdict}`, verdict === 'later');
    },
  };
}

async function ask(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, request);
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > ANSWER_MAX) break;
    }
    return { status: answer.status, text: text.slice(0, ANSWER_MAX) };
  } catch {
    throw new InvoiceRefused('the centre cannot be reached', true);
  }
}
