// API of a settled loan's certificate of settlement.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { documentBytes, idSchema } from '../core/lists.ts';

export const lendingSettlement = {
  settlementCertificate: member.document({
    path: '/v1/me/loan/settlement-certificate',
    himself: true,
    summary: 'The sealed certificate that a loan is settled (清償證明), as PDF',
    input: z.strictObject({ id: idSchema }),
    output: documentBytes,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'CERTIFICATE_PENDING'],
  }),
} as const;
