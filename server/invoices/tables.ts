// Exports of the office's lists of electronic invoices.
import { type InvoicePeriod, invoicesOffice, type Track } from '#contract/invoices/office.ts';
import {
  invoiceList,
  invoiceMessageList,
  invoicePeriodList,
  trackList,
} from '#contract/invoices/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { invoicesOfficeActions, officeInvoices, officeMessages } from './office.ts';

const { listInvoices, invoicePeriods, listTracks, listInvoiceMessages } = invoicesOffice;

export const invoicesTables = {
  invoicesTable: exportOf(listInvoices.output.shape.data, invoiceList, officeInvoices),
  invoicePeriodsTable: exportOf(
    invoicePeriods.output.shape.data,
    invoicePeriodList,
    atOnce<InvoicePeriod, object>(invoicesOfficeActions.invoicePeriods),
  ),
  tracksTable: exportOf(
    listTracks.output.shape.data,
    trackList,
    atOnce<Track, object>(invoicesOfficeActions.listTracks),
  ),
  invoiceMessagesTable: exportOf(
    listInvoiceMessages.output.shape.data,
    invoiceMessageList,
    officeMessages,
  ),
};
