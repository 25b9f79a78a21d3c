// Leaves of the log, version 1: one line of JSON each, without personal data. What a leaf commits
// to is its opening, which only those get whom it concerns.
import { z } from 'zod';
import { settleTypes } from '../lending/loan-status.ts';
import { daySchema, moneySchema } from '../core/wire.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/** What happens to a case and an order, in the order in which it can happen. */
export const caseKinds = [
  'listing',
  'confirmation',
  'contract',
  'order',
  'disbursement',
  'disbursement_return',
  'settlement',
] as const;
export type CaseKind = (typeof caseKinds)[number];
export const headKinds = ['audit_head', 'ledger_head'] as const;
export type HeadKind = (typeof headKinds)[number];

const first = { v: z.literal(1) };
/** Day in Taipei. */
const on = daySchema;
const committed = <K extends CaseKind>(kind: K) => ({
  ...first,
  kind: z.literal(kind),
  on,
  /** SHA-256 of the opening. */
  commitment: hex,
});

export const leafSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...committed('listing'),
    /** Keyed hash of borrower and contract number: the same for a second listing. */
    nullifier: hex,
  }),
  z.strictObject(committed('confirmation')),
  z.strictObject({
    ...committed('contract'),
    /** SHA-256 of the sealed PDF, which each investor's extract names. */
    sha256: hex,
  }),
  z.strictObject(committed('order')),
  z.strictObject(committed('disbursement')),
  z.strictObject(committed('disbursement_return')),
  z.strictObject(committed('settlement')),
  ...headKinds.map((kind) =>
    z.strictObject({
      ...first,
      kind: z.literal(kind),
      on,
      /** Number of sealed rows. */
      position: z.int().min(1),
      /** Hash of the last of them. */
      hash: hex,
    }),
  ),
]);
export type Leaf = z.output<typeof leafSchema>;

const opened = <K extends CaseKind>(kind: K) => ({
  ...first,
  kind: z.literal(kind),
  /** 16 random bytes, so that nobody can guess an opening from its hash. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  case: z.string(),
});

export const openingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...opened('listing'),
    contract: z.string(),
    amount: moneySchema,
    rateBps: z.int(),
    installments: z.int(),
  }),
  z.strictObject({
    ...opened('confirmation'),
    /** The contract that the borrower signed with a step-up, and the reference of the step-up. */
    sha256: hex,
    stepUp: z.string(),
  }),
  z.strictObject({ ...opened('contract'), contract: z.string(), sha256: hex }),
  z.strictObject({
    ...opened('order'),
    order: z.string(),
    amount: moneySchema,
    /** Id of the investor, which names nobody to others. */
    member: z.string(),
  }),
  z.strictObject({ ...opened('disbursement'), reference: z.string() }),
  z.strictObject({ ...opened('disbursement_return'), reference: z.string() }),
  z.strictObject({ ...opened('settlement'), how: z.enum(settleTypes) }),
]);
export type Opening = z.output<typeof openingSchema>;
/** The facts of an opening, before it gets its salt. */
export type Facts = Opening extends infer O
  ? O extends Opening
    ? Omit<O, 'v' | 'salt'>
    : never
  : never;

const parsed = <S extends z.ZodType>(schema: S, text: string): z.output<S> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** Returns the leaf in a line of the log; null if it is no leaf of a known version. */
export const leafIn = (text: string): Leaf | null => parsed(leafSchema, text);
export const openingIn = (text: string): Opening | null => parsed(openingSchema, text);
