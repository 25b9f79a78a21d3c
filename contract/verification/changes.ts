// API for supplements, for changes after approval, and for members' own documents.
import { z } from 'zod';
import { numberText } from '../core/wire.ts';
import { member, verified } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, outputIdSchema, type option } from '../core/lists.ts';
import {
  bankInfoSchema,
  uploadRefusals,
  idFileNames,
  idInfoSchema,
  infoAnswer,
  nameSchema,
} from './calls.ts';

export const changeKinds = ['bank', 'id', 'phone'] as const;

/**
 * Fields of each item that a reviewer may return to the member, under the names that the item's API
 * call uses.
 */
export const supplementFields = {
  basic: [
    'name',
    'idNumber',
    'birthday',
    'maritalStatus',
    'education',
    'registeredAddress',
    'mailingAddress',
    'occupation',
    'company',
    'jobTitle',
    'annualIncome',
    'fundSource',
    'isPep',
    'channel',
  ],
  id: [...idFileNames, 'idIssueDate', 'idIssueCity', 'idIssueType'],
  bank: ['bankCode', 'branchCode', 'account', 'image'],
} as const;
export type SupplementItemName = keyof typeof supplementFields;

/**
 * Returns the fields of an item that the member must submit again: the fields that the reviewer
 * named, or all fields if none is named.
 */
export function requestedFields(item: string, fields: readonly string[]): readonly string[] {
  if (fields.length > 0) return fields;
  return item in supplementFields ? supplementFields[item as SupplementItemName] : [];
}

/** Reasons for replacing an identity document; a change of name also requires the new name. */
export const idChangeReasons: readonly z.output<typeof option>[] = [
  { id: 1, description: '換補發' },
  { id: 2, description: '遺失' },
  { id: 3, description: '更名' },
];
export const RENAMED = 3;

/** Number of hours after its approval from which a new bank account receives payments. */
export const BANK_CHANGE_HOURS = 24;

const upload = z.object({ id: outputIdSchema, field: z.string(), contentType: z.string() });

const supplementSchema = z.object({
  item: z.enum(['basic', 'id', 'bank']),
  fields: z.array(z.string()),
  reason: z.string(),
  given: z.boolean(),
  /** Current values by field, with numbers masked; pictures are listed in `uploads`. */
  previous: z.record(z.string(), z.string()),
  uploads: z.array(upload),
});

const changeSchema = z.object({
  id: outputIdSchema,
  kind: z.enum(changeKinds),
  status: z.enum(['reviewing', 'supplement', 'approved', 'withdrawn']),
  /**
   * Text of the change: the bank account (812 台新國際商業銀行 ****5678), the reason for a new document, or
   * the masked new phone number.
   */
  text: z.string(),
  items: z.array(z.object({ item: z.string(), fields: z.array(z.string()), reason: z.string() })),
  requestedAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  inForceFrom: instantSchema.nullable(),
});
const changeAnswer = z.object({ data: changeSchema });

export const changeIdSchema = idInfoSchema.extend({
  reason: numberText(z.int().min(1).max(3)),
  name: nameSchema.optional(),
});

const idFiles = { names: idFileNames, max: 4, pdf: false } as const;
const bankFiles = { names: ['image'], max: 3, pdf: false } as const;

export const verificationChanges = {
  supplementIdInfo: member.command({
    path: '/v1/identify/supplement/ID-info',
    specified: true,
    summary: 'Give again what a reviewer sent back of the ID documents',
    input: idInfoSchema.partial(),
    output: infoAnswer,
    refusals: ['NOTHING_TO_SUPPLEMENT', ...uploadRefusals],
    files: idFiles,
  }),
  supplementBankInfo: member.command({
    path: '/v1/identify/supplement/bank-info',
    specified: true,
    summary: 'Give again what a reviewer sent back of the bank account',
    input: bankInfoSchema.partial(),
    output: infoAnswer,
    refusals: ['NOTHING_TO_SUPPLEMENT', 'BANK_UNKNOWN', 'STEP_UP_REQUIRED', ...uploadRefusals],
    files: bankFiles,
  }),
  submitSupplement: member.command({
    path: '/v1/identify/supplement/submit',
    specified: true,
    summary: 'Hand the file in again once every item sent back is given',
    input: nothing,
    output: infoAnswer,
    refusals: ['NOTHING_TO_SUPPLEMENT', 'SUPPLEMENT_INCOMPLETE'],
  }),
  verifySupplemental: member.read({
    path: '/v1/me/account/verify-supplemental',
    specified: true,
    summary: 'What was sent back and why, what stood there, what is given already',
    input: nothing,
    output: z.object({
      data: z.object({ items: z.array(supplementSchema), canSubmit: z.boolean() }),
    }),
  }),
  changeBank: verified.command({
    path: '/v1/me/account/bank-info',
    specified: true,
    summary: 'Ask for another bank account; the old one is paid until 24 h after the approval',
    input: bankInfoSchema,
    output: changeAnswer,
    refusals: [
      'STEP_UP_REQUIRED',
      'BANK_UNKNOWN',
      'ACCOUNT_SAME',
      'CHANGE_WAITING',
      ...uploadRefusals,
    ],
    files: bankFiles,
  }),
  changeId: verified.command({
    path: '/v1/me/account/ID-info',
    specified: true,
    summary: 'Replace the ID document; a new name is in force once a reviewer approved it',
    input: changeIdSchema,
    output: changeAnswer,
    refusals: ['STEP_UP_REQUIRED', ...uploadRefusals],
    files: idFiles,
  }),
  accountChanges: member.read({
    path: '/v1/me/account/changes',
    summary: 'Changes of the bank account and ID document: asked for, sent back, about to begin',
    input: nothing,
    output: z.object({ data: z.array(changeSchema) }),
  }),
  ownUpload: member.document({
    path: '/v1/me/account/upload',
    summary: 'A file the member uploaded himself; every read is audited',
    himself: true,
    input: z.strictObject({ id: idSchema }),
    output: z.any(),
    refusals: ['NOT_FOUND', 'FILE_BROKEN'],
  }),
} as const;
