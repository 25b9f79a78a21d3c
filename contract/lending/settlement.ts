// API of a settled loan's certificate of settlement.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { documentBytes, idSchema } from '../core/lists.ts';

export const lendingSettlement = {
  settlementCertificate: endpoint({
    method: 'GET',
    path: '/v1/me/loan/settlement-certificate',
    access: 'member',
    himself: true,
    kind: 'document',
    summary: 'The sealed certificate that a loan is settled (清償證明), as PDF',
    input: z.strictObject({ id: idSchema }),
    output: documentBytes,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'CERTIFICATE_PENDING'],
    own: true,
  }),
} as const;
