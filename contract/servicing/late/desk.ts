// Office API of the work on a late loan: owner, phone number, messages, legal file, agencies.
import { z } from 'zod';
import { office } from '../../core/endpoint.ts';
import { done, idSchema, instantSchema, outputIdSchema } from '../../core/lists.ts';
import { countSchema, daySchema, optionalText } from '../../core/wire.ts';
import { lateActions, lateTemplates } from './strategy.ts';

const operator = z.object({ id: outputIdSchema, name: z.string() });

/** The next action on a late loan, and the first day on which it is due. */
export const nextStep = { nextAction: z.enum(lateActions), nextOn: z.string() };
export const lateOwner = operator.nullable();

/** How often the borrower may still be contacted now. */
export const contactRoom = z.object({
  isWithinHours: z.boolean(),
  callsLeft: countSchema,
  messagesLeft: countSchema,
});

const hearing = z.object({
  id: outputIdSchema,
  heldOn: z.string(),
  purpose: z.string(),
  place: z.string(),
  result: z.string().nullable(),
});
export const legalFile = z
  .object({
    court: z.string(),
    courtNo: z.string(),
    filedOn: z.string(),
    changedBy: z.string(),
    changedAt: instantSchema,
  })
  .nullable();
export const hearings = z.array(hearing);
export const placements = z.array(
  z.object({
    id: outputIdSchema,
    agency: z.string(),
    reason: z.string(),
    placedOn: z.string(),
    recalledOn: z.string().nullable(),
  }),
);

const short = z.string().trim().min(1).max(80);
const reason = z.string().trim().min(2).max(200);
const collectors = ['reviewer', 'approver'] as const;
const loanRefusals = ['LOAN_NOT_FOUND', 'LOAN_STATUS'] as const;

export const lateDeskOffice = {
  ownLate: office.command({
    path: '/ops/v1/collections/:id/owner',
    summary: 'Take a late loan, give it to a colleague who collects, or leave it to nobody',
    input: z.strictObject({ id: idSchema, operator: idSchema.nullable() }),
    output: done,
    refusals: [...loanRefusals, 'NOT_FOUND'],
    roles: [...collectors, 'admin'],
  }),
  revealLate: office.token({
    path: '/ops/v1/collections/:id/number',
    // The answer is never stored for replay, because it contains data that the page shows masked.
    summary: 'Phone number of a late borrower, within the hours and the number of calls allowed',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ phone: z.string() }) }),
    refusals: [...loanRefusals, 'CONTACT_HOURS', 'CONTACT_LIMIT'],
    roles: collectors,
    perMinute: 60,
  }),
  messageLate: office.command({
    path: '/ops/v1/collections/:id/messages',
    summary: 'Send a template to a late borrower, within the hours and the number allowed',
    input: z.strictObject({ id: idSchema, template: z.enum(lateTemplates) }),
    output: done,
    refusals: [...loanRefusals, 'CONTACT_HOURS', 'CONTACT_LIMIT', 'NO_PROMISE'],
    roles: collectors,
  }),
  saveLegalFile: office.command({
    path: '/ops/v1/collections/:id/legal',
    summary: 'Court, number and day of the legal proceedings of a late loan',
    input: z.strictObject({ id: idSchema, court: short, courtNo: short, filedOn: daySchema }),
    output: done,
    refusals: loanRefusals,
    roles: collectors,
  }),
  saveHearing: office.command({
    path: '/ops/v1/collections/:id/hearings',
    summary: 'Record a hearing, or with its id change it and note its result',
    input: z.strictObject({
      id: idSchema,
      hearing: idSchema.optional(),
      heldOn: daySchema,
      purpose: short,
      place: short,
      result: optionalText(300),
    }),
    output: done,
    refusals: [...loanRefusals, 'NOT_FOUND', 'NO_LEGAL_FILE'],
    roles: collectors,
  }),
  placeLate: office.command({
    path: '/ops/v1/collections/:id/placement',
    summary: 'Hand the collection of a loan to an agency',
    input: z.strictObject({ id: idSchema, agency: short, reason }),
    output: done,
    refusals: [...loanRefusals, 'PLACED'],
    roles: ['approver'],
  }),
  recallLate: office.command({
    path: '/ops/v1/collections/:id/placement/recall',
    summary: 'Take the collection of a loan back from an agency',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: [...loanRefusals, 'NOT_PLACED'],
    roles: ['approver'],
  }),
} as const;
