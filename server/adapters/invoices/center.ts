// Port to a value-added centre (加值中心), which passes electronic invoices on to the platform of the
// Ministry of Finance.

export const invoiceMessageTypes = ['F0401', 'F0501', 'G0401', 'E0402'] as const;
/** F0401: an invoice. F0501: it is void. G0401: an allowance. E0402: unused numbers. */
export type InvoiceMessageType = (typeof invoiceMessageTypes)[number];

export type InvoiceMessage = {
  /** The same for all tries and unique for the invoice, allowance or track: `F0401:AB12345678`. */
  id: string;
  type: InvoiceMessageType;
  /** The whole message by MIG 4.0, in UTF-8. */
  xml: string;
};

export type InvoiceCenter = {
  /** Resolves once the centre has accepted the message; otherwise throws InvoiceRefused. */
  send(message: InvoiceMessage): Promise<void>;
};

/**
 * Thrown if the centre did not accept a message, or may have accepted it without saying so. `again`
 * says whether a retry may help; the centre recognises the id and the invoice number, so that no
 * retry issues an invoice twice.
 */
export class InvoiceRefused extends Error {
  override name = 'InvoiceRefused';
  readonly again: boolean;

  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}
