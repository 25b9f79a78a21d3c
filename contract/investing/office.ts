// API with which operators view, pin, extend or end early the cases that are being funded.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { caseDetail } from './calls.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { daySchema, percentSchema, countSchema, moneySchema } from '../core/wire.ts';

/** `open`: on offer; `signing`: fully funded, until it is paid out; `ended`: not funded. */
export const caseStates = ['open', 'signing', 'ended'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseRow = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  annualRate: percentSchema,
  installments: countSchema,
  status: z.number(),
  statusText: z.string(),
  target: moneySchema,
  reserved: moneySchema,
  paid: moneySchema,
  orders: countSchema,
  investors: countSchema,
  pinned: z.boolean(),
  listedAt: instantSchema,
  endsAt: instantSchema,
});
export type ServerOfficeCaseRow = ServerSide<typeof caseRow>;

export const caseOrder = z.object({
  id: outputIdSchema,
  orderNo: z.string(),
  /** Masked. */
  name: z.string(),
  amount: moneySchema,
  paidAmount: moneySchema,
  status: z.number(),
  statusText: z.string(),
  createdAt: instantSchema,
});
export type ServerCaseOrder = ServerSide<typeof caseOrder>;

const officeCase = caseRow.extend({
  /** The last day to which fundraising may be extended; null if it cannot be extended any more. */
  extendableTo: z.string().nullable(),
  /** The case as seen by an investor with no order and no cap. */
  preview: caseDetail,
});
export type OfficeCase = z.output<typeof officeCase>;
export type ServerOfficeCase = ServerSide<typeof officeCase>;
const caseAnswer = z.object({ data: officeCase });

export const investingOffice = {
  officeCase: office.read({
    path: '/ops/v1/cases/:id',
    summary: 'One case: what was done to it, and how an investor sees it',
    input: z.strictObject({ id: idSchema }),
    output: caseAnswer,
    refusals: ['CASE_NOT_FOUND'],
    roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  }),
  pinCase: office.command({
    path: '/ops/v1/cases/:id/pin',
    summary: 'Show an open case first among the selected ones, or no longer',
    input: z.strictObject({ id: idSchema, pinned: z.boolean() }),
    output: caseAnswer,
    refusals: ['CASE_NOT_FOUND', 'LOAN_STATUS'],
    roles: ['reviewer', 'approver', 'admin'],
  }),
  extendCase: office.command({
    path: '/ops/v1/cases/:id/extend',
    summary: 'Let an open case be funded longer, at most 14 days from its listing',
    input: z.strictObject({ id: idSchema, endsOn: daySchema, reason: officeReason }),
    output: caseAnswer,
    refusals: ['CASE_NOT_FOUND', 'LOAN_STATUS', 'FUNDRAISING_DAY'],
    roles: ['approver', 'admin'],
  }),
  closeCase: office.command({
    path: '/ops/v1/cases/:id/close',
    summary: 'End a fundraising early: the case fails and all money goes back without a fee',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: caseAnswer,
    refusals: ['CASE_NOT_FOUND', 'LOAN_STATUS'],
    roles: ['approver', 'admin'],
  }),
} as const;
