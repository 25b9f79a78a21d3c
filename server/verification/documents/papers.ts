// Documents and bank accounts in the form in which a reviewer sees them: masked facts, and pictures
// by their ids.
import { idIssueTypes, optionText } from '#contract/options.ts';
import type { Work } from '../../work.ts';
import { maskedAccount } from '../../identity/rules.ts';
import type { AccountRow } from '../change/account-queries.ts';
import { type Issue, accountIn } from '../person.ts';
import { type ProfileRow, type UploadRow, uploadsByIds } from '../queries.ts';

/** Returns the public data of an upload, without its storage location or encryption. */
export const uploadView = ({ id, filename, contentType }: UploadRow) => ({
  id,
  name: filename,
  contentType,
});

const fieldView = (row: UploadRow) => ({ ...uploadView(row), field: row.name });

export async function idDetail(
  { services, tx }: Work,
  table: 'profile' | 'account_change',
  { memberId, idDocument: document }: Pick<ProfileRow, 'memberId' | 'idDocument'>,
) {
  if (!document) return null;
  const column = `verification.${table}.id_document` as const;
  const issue = JSON.parse(services.secrets.decrypt(column, memberId, document.sealed)) as Issue;
  const rows = await uploadsByIds(tx, Object.values(document.uploads));
  return {
    issueDate: issue.idIssueDate,
    issueCity: issue.idIssueCity,
    issueType: optionText(idIssueTypes, issue.idIssueType),
    uploads: rows.map(fieldView),
  };
}

export async function accountDetail({ services, tx }: Work, row: AccountRow | null) {
  if (!row) return null;
  const { bankCode, bankName, branchCode } = accountIn(services, row);
  return {
    bankCode,
    bankName,
    branchCode,
    accountMasked: maskedAccount(row.accountTail),
    uploads: (await uploadsByIds(tx, row.uploads)).map(fieldView),
  };
}
