// Office calls of debits by mandate: mandates, debits, files and answers.
import type { mandatesLists } from '#contract/mandates/lists.ts';
import type {
  mandatesOffice,
  ServerCollectionFileRow,
  ServerOfficeDebit,
  ServerOfficeMandate,
} from '#contract/mandates/office.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { reader } from '../tables/table.ts';
import { recordMove } from '../tasks/front.ts';
import { debitView } from './actions.ts';
import { countDebits, type DebitRow, listDebits, sumPaid } from './debit-queries.ts';
import { countFiles, fileById, type FileRow, listFiles, newestAnswers } from './file-queries.ts';
import { countMandates, listMandates } from './office-queries.ts';
import { bytesOf } from './sending.ts';

type Office = typeof mandatesOffice &
  Pick<typeof mandatesLists, 'listMandates' | 'listDebits' | 'listCollectionFiles'>;

/** Answers that the page of the files shows. */
const ANSWERS = 20;

export const officeMandates = reader({
  of: (_work: Work, filter: FilterOf<Office['listMandates']>) => filter,
  rows: ({ tx }, of, part) => listMandates(tx, of, part),
  view: (row: ServerOfficeMandate) => row,
  beside: async ({ tx }, of) => ({ total: (await countMandates(tx, of)).total }),
});

function officeDebitView(row: DebitRow): ServerOfficeDebit {
  const { memberId, mandateId, fileId, createdAt, receiptId } = row;
  return { ...debitView(row), memberId, mandateId, fileId, createdAt, receiptId };
}

export const officeDebits = reader({
  of: (_work: Work, filter: FilterOf<Office['listDebits']>) => filter,
  rows: ({ tx }, of, part) => listDebits(tx, of, part),
  view: officeDebitView,
  beside: async ({ tx }, of) => ({
    total: (await countDebits(tx, of)).total,
    paid: (await sumPaid(tx, of)).sum,
  }),
});

export const collectionFiles = reader({
  of: (_work: Work, filter: FilterOf<Office['listCollectionFiles']>) => filter,
  rows: ({ tx }, { type }, part) => listFiles(tx, type, part),
  view: (row: FileRow): ServerCollectionFileRow => row,
  beside: async ({ tx }, { type }) => ({ total: (await countFiles(tx, type)).total }),
});

export const mandatesOfficeActions: Actions<{ mandates: Office }>['mandates'] = {
  listMandates: officeMandates,
  listDebits: officeDebits,
  listCollectionFiles: collectionFiles,

  async collectionAnswers({ tx }) {
    return { data: await newestAnswers(tx, ANSWERS) };
  },

  async collectionFile(context, { id }) {
    const file = await fileById(context.tx, id);
    if (!file) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: { type: 'collection_file', id },
      action: 'collection_file.downloaded',
    });
    return {
      contentType: 'text/plain; charset=big5',
      filename: `${file.reference}.txt`,
      bytes: new Uint8Array(bytesOf(context.services, { id, content: file.content })),
    };
  },
};
