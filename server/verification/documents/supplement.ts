// A supplement: members supply exactly the items that a reviewer returned, then resubmit the
// verification.
import { bankName } from '#contract/taiwan/banks.ts';
import {
  type Option,
  annualIncomes,
  educations,
  idIssueTypes,
  occupations,
  optionText,
} from '#contract/options.ts';
import {
  requestedFields,
  type supplementFields,
  type verificationChanges,
} from '#contract/verification/changes.ts';
import { idFileNames, personalInfoSchema } from '#contract/verification/calls.ts';
import type { Actions, Context } from '../../call.ts';
import type { Work } from '../../work.ts';
import { maskedAccount, maskedIdNumber } from '../../identity/rules.ts';
import { listInForce } from '../../settings/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { itemText } from '../../settings/rules.ts';
import { accountOfMember, insertAccount } from '../change/account-queries.ts';
import { proveReplacement } from '../change/replacement.ts';
import {
  type PersonalInfo,
  type EncryptedOfPerson,
  handIn,
  infoOf,
  keepUploads,
  storePersonal,
} from '../file.ts';
import { type Address, accountColumnsOf, accountIn, type Issue } from '../person.ts';
import {
  type ProfileRow,
  lockProfile,
  readProfile,
  setFile,
  setIdDocument,
  uploadsByIds,
} from '../queries.ts';
import {
  type SupplementItem,
  type Supplementable,
  requestedItem,
  assertAdult,
  assertAnswers,
  assertEachOnce,
  assertNoOther,
  assertNotAhead,
  assertOccupation,
  assertOpenBank,
  assertSomeFile,
  assertSupplemented,
  fileState,
  fileWith,
} from '../rules.ts';

type Promised = typeof verificationChanges;
type Calls = Actions<{ verification: Promised }>['verification'];
type OfMember = Context<Promised['submitSupplement']>;

const enteredValues = (values: object) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
const asObject = (names: readonly string[], values: Record<string, unknown>) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/**
 * Marks an item as supplied; once all items are supplied, the member resubmits the verification.
 */
async function markSupplied(context: OfMember, before: ProfileRow, item: Supplementable) {
  const { member, now, tx } = context;
  await setFile(tx, member.id, fileWith(item, before), now);
  await recordMove(context, {
    subject: { type: 'member', id: member.id },
    action: `verification.${item}`,
    from: `${before.stage}/${before.status}`,
    to: `${before.stage}/${before.status}`,
    snapshot: { supplement: true },
  });
  return infoOf(context, member);
}

/** Returns the personal data in the format in which the verification step receives it. */
function personalOf({ secrets }: Work['services'], row: ProfileRow): Record<string, unknown> {
  const opened = (column: EncryptedOfPerson, sealed: string | null) =>
    sealed === null
      ? undefined
      : secrets.decrypt(`verification.profile.${column}`, row.memberId, sealed);
  const address = (column: EncryptedOfPerson, sealed: string | null) => {
    const text = opened(column, sealed);
    return text === undefined ? undefined : (JSON.parse(text) as Address);
  };
  return {
    name: opened('name', row.name),
    idNumber: opened('id_number', row.idNumber),
    birthday: opened('birthday', row.birthday),
    registeredAddress: address('registered_address', row.registeredAddress),
    mailingAddress: address('mailing_address', row.mailingAddress),
    maritalStatus: row.maritalStatus ?? undefined,
    education: row.education ?? undefined,
    occupation: row.occupation ?? undefined,
    company: row.company ?? undefined,
    jobTitle: row.jobTitle ?? undefined,
    annualIncome: row.annualIncome ?? undefined,
    fundSource: row.fundSource ?? undefined,
    isPep: row.isPep ?? undefined,
  };
}

/** Updates the personal data fields that a reviewer returned; all other fields stay unchanged. */
export async function supplementBasic(
  context: OfMember,
  before: ProfileRow,
  given: Partial<PersonalInfo>,
) {
  const { member, services, today, tx } = context;
  const { fields } = requestedItem('basic', before);
  if (fields.length > 0) assertAnswers(fields, enteredValues(given));
  const values = given as Record<string, unknown>;
  const whole =
    fields.length > 0 ? { ...personalOf(services, before), ...asObject(fields, values) } : given;
  const input = personalInfoSchema.parse(whole);
  assertAdult(input.birthday, today);
  assertOccupation(input.occupation);
  await storePersonal(context, member.id, input);
  const after = (await readProfile(tx, member.id)) ?? before;
  return markSupplied(context, after, 'basic');
}

export const issueOf = ({ secrets }: Work['services'], row: ProfileRow) => {
  if (!row.idDocument) return null;
  const { sealed } = row.idDocument;
  const text = secrets.decrypt('verification.profile.id_document', row.memberId, sealed);
  return JSON.parse(text) as Issue;
};

const words = (list: readonly Option[], id: number | undefined) =>
  (id && optionText(list, id)) || undefined;

type ItemView = { previous: Record<string, string>; uploads: number[] };

async function basicView({ services, tx, now }: Work, row: ProfileRow): Promise<ItemView> {
  const marital = await listInForce(tx, 'maritalStatuses', now);
  const sources = await listInForce(tx, 'fundSources', now);
  const channels = await listInForce(tx, 'channels', now);
  const old = personalOf(services, row) as Partial<PersonalInfo>;
  const line = (address: Address | undefined) =>
    address && `${address.city}${address.district}${address.road.slice(0, 2)}＊＊＊`;
  const previous: Partial<Record<(typeof supplementFields.basic)[number], string | undefined>> = {
    name: old.name,
    idNumber: old.idNumber && maskedIdNumber(old.idNumber),
    birthday: old.birthday,
    maritalStatus: itemText(marital, old.maritalStatus) || undefined,
    education: words(educations, old.education),
    registeredAddress: line(old.registeredAddress),
    mailingAddress: line(old.mailingAddress) ?? '同戶籍地址',
    occupation: words(occupations, old.occupation),
    company: old.company,
    jobTitle: old.jobTitle,
    annualIncome: words(annualIncomes, old.annualIncome),
    fundSource: old.fundSource?.map((id) => itemText(sources, id)).join('、'),
    isPep: old.isPep === undefined ? undefined : old.isPep ? '是' : '否',
    channel: itemText(channels, old.channel) || undefined,
  };
  return { previous: filled(previous), uploads: [] };
}

const filled = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );

function idView(services: Work['services'], row: ProfileRow): ItemView {
  const issue = issueOf(services, row);
  return {
    previous: filled({
      idIssueDate: issue?.idIssueDate,
      idIssueCity: issue?.idIssueCity,
      idIssueType: (issue && optionText(idIssueTypes, issue.idIssueType)) ?? undefined,
    }),
    uploads: Object.values(row.idDocument?.uploads ?? {}),
  };
}

async function bankView({ tx }: Pick<Work, 'tx'>, memberId: number): Promise<ItemView> {
  const account = await accountOfMember(tx, memberId);
  if (!account) return { previous: {}, uploads: [] };
  return {
    previous: filled({
      bankCode: `${account.bankCode} ${bankName(account.bankCode)}`,
      branchCode: account.branchCode ?? undefined,
      account: maskedAccount(account.accountTail),
    }),
    uploads: account.uploads,
  };
}

async function itemView(context: OfMember, profile: ProfileRow, asked: SupplementItem) {
  const { member, services, tx } = context;
  const item = asked.item as Supplementable;
  const of =
    item === 'basic'
      ? await basicView(context, profile)
      : item === 'id'
        ? idView(services, profile)
        : await bankView(context, member.id);
  const fields = requestedFields(item, asked.fields);
  const uploads = (await uploadsByIds(tx, of.uploads)).filter(({ name }) => fields.includes(name));
  return {
    item,
    fields: asked.fields,
    reason: asked.reason,
    given: asked.given ?? false,
    previous: Object.fromEntries(
      Object.entries(of.previous).filter(([name]) => fields.includes(name)),
    ),
    uploads: uploads.map(({ id, name, contentType }) => ({
      id,
      field: name,
      contentType,
    })),
  };
}

export const supplementActions: Pick<
  Calls,
  'supplementIdInfo' | 'supplementBankInfo' | 'submitSupplement' | 'verifySupplemental'
> = {
  async supplementIdInfo(context, input) {
    const { files, member, now, services, today, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    const asked = requestedFields('id', requestedItem('id', before).fields);
    const photos = idFileNames.filter((name) => asked.includes(name));
    const texts = asked.filter((name) => !(photos as readonly string[]).includes(name));
    assertAnswers(texts, enteredValues(input));
    assertNoOther(photos, files);
    assertEachOnce(photos, files);
    const issue = { ...issueOf(services, before), ...asObject(texts, input) } as Issue;
    assertNotAhead('idIssueDate', issue.idIssueDate, today);
    const ids = await keepUploads(context, member.id, files);
    const uploads = {
      ...before.idDocument?.uploads,
      ...Object.fromEntries(files.map(({ field }, k) => [field, ids[k] ?? 0])),
    };
    const text = JSON.stringify(issue);
    const sealed = services.secrets.encrypt('verification.profile.id_document', member.id, text);
    await setIdDocument(tx, member.id, { sealed, uploads });
    return markSupplied(context, before, 'id');
  },

  async supplementBankInfo(context, input) {
    const { files, member, now, services, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    const asked = requestedFields('bank', requestedItem('bank', before).fields);
    assertAnswers(
      asked.filter((name) => name !== 'image'),
      enteredValues(input),
    );
    const old = await accountOfMember(tx, member.id);
    const was = old && { ...old, account: accountIn(services, old).account };
    const { account = was?.account, bankCode = was?.bankCode } = input;
    if (!account || !bankCode) throw new Error(`member ${member.id} has no account to supplement`);
    const branchCode = asked.includes('branchCode') ? input.branchCode : was?.branchCode;
    assertOpenBank(bankCode);
    const isPictured = asked.includes('image');
    assertNoOther(isPictured ? ['image'] : [], files);
    if (isPictured) assertSomeFile(files);
    await proveReplacement(context, bankCode, account);
    const uploads = isPictured
      ? await keepUploads(context, member.id, files)
      : (was?.uploads ?? []);
    const columns = accountColumnsOf(services, member.id, { bankCode, branchCode, account });
    await insertAccount(tx, member.id, { ...columns, uploads }, now);
    return markSupplied(context, before, 'bank');
  },

  async submitSupplement(context) {
    const { member, now, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertSupplemented(before);
    const { stage, status } = before;
    await setFile(tx, member.id, { stage, status: fileState.reviewing, supplement: [] }, now);
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'verification.supplemented',
      from: `${stage}/${status}`,
      to: `${stage}/${fileState.reviewing}`,
      snapshot: { items: before.supplement },
    });
    await handIn(context, member.id, before.name);
    return infoOf(context, member);
  },

  async verifySupplemental(context) {
    const profile = await readProfile(context.tx, context.member.id);
    if (profile?.status !== fileState.supplement) return { data: { items: [], canSubmit: false } };
    const items = [];
    for (const asked of profile.supplement) items.push(await itemView(context, profile, asked));
    return { data: { items, canSubmit: items.every(({ given }) => given) } };
  },
};
