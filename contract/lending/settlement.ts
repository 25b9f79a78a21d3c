// API of a settled loan's certificate of settlement.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { documentBytes, idSchema } from '../core/lists.ts';
import { moneySchema } from '../core/wire.ts';

export const lendingSettlement = {
  settlementCertificate: member.document({
    path: '/v1/me/loan/settlement-certificate',
    himself: true,
    summary: 'The sealed certificate that a loan is settled (清償證明), as PDF',
    input: z.strictObject({ id: idSchema }),
    output: documentBytes,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'CERTIFICATE_PENDING'],
  }),
  settlement: member.read({
    path: '/v1/me/loan/settlement',
    summary: 'What a settled loan cost: the interest that was paid, and what an early end saved',
    input: z.strictObject({ id: idSchema }),
    output: z.object({
      data: z.object({
        /** Interest paid, as the certificate states it, in NT$. */
        interestPaid: moneySchema,
        /** Interest of the contract that an early end saved, less its fee, in NT$. */
        saved: moneySchema,
      }),
    }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS'],
  }),
} as const;
