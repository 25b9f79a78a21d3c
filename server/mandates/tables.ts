// Exports of the office's lists of mandates, debits and files.
import { collectionFileList, debitList, mandateList } from '#contract/mandates/lists.ts';
import { mandatesOffice } from '#contract/mandates/office.ts';
import { exportOf } from '../tables/table.ts';
import { collectionFiles, officeDebits, officeMandates } from './office.ts';

const { listMandates, listDebits, listCollectionFiles } = mandatesOffice;

export const mandatesTables = {
  mandatesTable: exportOf(listMandates.output.shape.data, mandateList, officeMandates),
  debitsTable: exportOf(listDebits.output.shape.data, debitList, officeDebits),
  collectionFilesTable: exportOf(
    listCollectionFiles.output.shape.data,
    collectionFileList,
    collectionFiles,
  ),
};
