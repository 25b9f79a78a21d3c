// Typesets PDFs (PDF/A-2b) with Typst in child processes; the same data give the same bytes.
import { clockOf, dayOf, formatRoc, isDay, rocYear, type Day } from '#contract/core/day.ts';
import { repaymentMethodText } from '#contract/law/schedule.ts';
import { sharesOf } from '#contract/law/shares.ts';
import {
  type Money,
  formatPercent,
  formatRate,
  maxOf,
  subtract,
  sum,
  thousands,
  ZERO,
} from '#contract/core/money.ts';
import type { Timestamps } from '../timestamps/timestamps.ts';
import type { KeyStore } from './key-store.ts';
import { type LongTerm, createLongTerm } from './long-term.ts';
import type { Seal } from './pdf-seal.ts';
import { createWorkers } from '../workers.ts';
import type { ContractDocument, SigningCertificate } from './contract-document.ts';
import type { TypstJob } from './typst-worker.ts';

/** 100 % in hundredths of a percent. */
const WHOLE_BPS = 10_000;

export type Documents = {
  /** Renders a contract, extract or annex, unsealed. Throws WorkersBusy if too many are waiting. */
  renderContract(document: ContractDocument): Promise<Buffer>;
  /**
   * Renders any template in `pdf/*.typ` (named without its extension) with data, and images by
   * name.
   */
  renderTypst(template: string, data: object, images?: Record<string, Uint8Array>): Promise<Buffer>;
  /**
   * Renders one page of a template as SVG with letters as shapes, so that no font is needed to show
   * it.
   */
  renderSvg(template: string, data: object): Promise<string>;
  /**
   * Returns the PDF with the platform's PAdES seal, so that any later change can be detected, and
   * with timestamps if these can be had soon. The seal never waits long for a timestamp: `longTerm`
   * adds it later. With `stampedLater` it does not ask for one.
   */
  seal(
    pdf: Buffer,
    shown: Omit<Seal, keyof KeyStore>,
    how?: { stampedLater?: boolean },
  ): Promise<Buffer>;
  /** Adds timestamps to sealed PDFs; null if no timestamp authority is configured. */
  longTerm: LongTerm | null;
  close(): void;
};

/**
 * Creates the typesetter with its worker pool. A contract of seven pages takes one process about 30
 * ms.
 */
export function createDocuments(options: {
  /** The PKCS #12 key store used for sealing; in the demonstration, one made by `createDemoP12`. */
  seal: KeyStore;
  timestamps?: Timestamps | null;
  size?: number;
  waitingMax?: number;
  timeLimitMs?: number;
}): Documents {
  const { size = 2, waitingMax = 500, timeLimitMs = 20_000 } = options;
  const crew = createWorkers<TypstJob, Uint8Array>({
    script: new URL('./typst-worker.ts', import.meta.url),
    size,
    waitingMax,
    timeLimitMs,
  });
  const longTerm = options.timestamps ? createLongTerm(options.timestamps) : null;
  const sealSoon = createSealing();
  async function renderTypst(
    template: string,
    data: object,
    images: Record<string, Uint8Array> = {},
  ): Promise<Buffer> {
    const pdf = await crew.run({ template, data: JSON.stringify(data, printable), images });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }
  return {
    renderTypst,
    async renderSvg(template, data) {
      const json = JSON.stringify(data, printable);
      const made = await crew.run({ template, data: json, images: {}, picture: true });
      return Buffer.from(made.buffer, made.byteOffset, made.byteLength).toString();
    },
    renderContract(document) {
      const images: Record<string, Uint8Array> = {};
      if (document.signature) images['signature.png'] = document.signature;
      return renderTypst('contract', contractData(document), images);
    },
    seal: (pdf, shown, { stampedLater = false } = {}) =>
      sealSoon(pdf, { ...shown, ...options.seal }, stampedLater ? null : longTerm),
    longTerm,
    close: crew.close,
  };
}

/** Time limit of each request to the timestamp authority while somebody waits for a seal. */
const STAMP_MS = 3_000;
/** After a failure, seals are made without timestamps for this long. */
const AWAY_MS = 60_000;

/** Returns a function that seals with timestamps, or without them if the authority is away. */
function createSealing() {
  let awayUntil = -Infinity;
  return async (pdf: Buffer, seal: Seal, longTerm: LongTerm | null): Promise<Buffer> => {
    // Loaded with the first seal, because no start needs it and it loads slowly.
    const { sealPdf } = await import('./pdf-seal.ts');
    if (!longTerm || performance.now() < awayUntil) return sealPdf(pdf, seal);
    let sealed: Buffer | null = null;
    try {
      const stamp = async (value: Buffer) => (await longTerm.stamp(value, STAMP_MS)).token;
      sealed = await sealPdf(pdf, seal, { stamp, tokenLength: longTerm.tokenLength });
      return (await longTerm.extend(sealed, STAMP_MS)).pdf;
    } catch {
      // The job that adds the missing timestamp meets the same error and reports it.
      awayUntil = performance.now() + AWAY_MS;
      return sealed ?? sealPdf(pdf, seal);
    }
  };
}

/** Removes characters that print nothing or reverse the text around them (bidi controls). */
function printable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/(?![\u200b\n])[\p{Cc}\p{Cf}\p{Cs}\p{Cn}]/gu, '');
}

/** Returns the document with every figure formatted for printing. */
function contractData(document: ContractDocument): object {
  const { principal, schedule, certificate } = document;
  const shares = printedShares(principal, document.investors);
  const total = (key: 'principal' | 'interest' | 'arrears' | 'total'): string =>
    thousands(schedule.reduce((all, row) => all + (row[key] ?? 0), 0));
  return {
    ...document,
    signature: document.signature !== undefined,
    issuedOn: dateParts(document.issuedOn),
    disbursedOn: document.disbursedOn === undefined ? null : formatRoc(document.disbursedOn),
    masterSha256: document.masterSha256 ?? null,
    principal: thousands(principal),
    rate: formatRate(document.rateAnnualBps),
    apr: formatPercent(document.apr),
    method: repaymentMethodText[document.method].text,
    fees: document.fees.map(({ label, amount }) => ({ label, amount: thousands(amount) })),
    netDisbursement: thousands(document.netDisbursement),
    investors: document.investors.map((investor, i) => ({
      ...investor,
      own: investor.own === true,
      amount: thousands(investor.amount),
      share: shares[i],
    })),
    schedule: schedule.map((row) => ({
      no: row.no,
      due: isDay(row.due) ? shortRoc(row.due) : row.due,
      principal: thousands(row.principal),
      interest: thousands(row.interest),
      arrears: thousands(row.arrears ?? 0),
      total: thousands(row.total),
      balance: thousands(row.balance),
    })),
    totals: {
      principal: total('principal'),
      interest: total('interest'),
      arrears: total('arrears'),
      total: total('total'),
    },
    negotiation: negotiationData(document.negotiation),
    certificate: certificate === undefined ? null : certificateData(certificate),
  };
}

function negotiationData(negotiation: ContractDocument['negotiation']): object | null {
  if (negotiation === undefined) return null;
  return {
    ...negotiation,
    baseOn: formatRoc(negotiation.baseOn),
    debts: negotiation.debts.map(({ name, owed, waived, left }) => ({
      name,
      owed: thousands(owed),
      waived: thousands(waived),
      left: thousands(left),
    })),
  };
}

/**
 * Returns each investor's share of the principal in percent with two decimals. The shares of all
 * investors add up to exactly 100.00 %, because the fractions go to the largest remainders.
 */
export function printedShares(principal: Money, investors: readonly { amount: Money }[]): string[] {
  const amounts = investors.map(({ amount }) => amount);
  const others = maxOf(subtract(principal, sum(amounts)), ZERO);
  return sharesOf([...amounts, others], WHOLE_BPS)
    .slice(0, -1)
    .map(formatRate);
}

/** Formats a ROC date as 115/02/05, short enough for a column. */
function shortRoc(on: Day): string {
  return `${rocYear(on)}/${on.slice(5, 7)}/${on.slice(8)}`;
}

/** Returns the date as text for readers and as numbers for the PDF's own date field. */
function dateParts(on: Day): object {
  const [year, month, date] = on.split('-').map(Number);
  return { words: formatRoc(on), year, month, day: date };
}

const USER_AGENT_MAX = 300;

function certificateData(certificate: SigningCertificate): object {
  const { signedAt, userAgent } = certificate;
  const clock = clockOf(signedAt).slice(11);
  return {
    ...certificate,
    signedAt: `${formatRoc(dayOf(signedAt))} ${clock}（臺北時間）`,
    address: breakable(certificate.address),
    userAgent: breakable([...userAgent].slice(0, USER_AGENT_MAX).join('')),
  };
}

/**
 * Inserts break points into long runs of characters, so that no long word, such as a browser's user
 * agent, overflows its table cell.
 */
function breakable(text: string): string {
  return text.replace(/\S{24}/g, '$&\u200b');
}
