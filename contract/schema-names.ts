// Names of the schemas that several calls of the API share, for its description and the SDKs.
import type { z } from 'zod';
import { caseDetail, caseSchema, holdingSchema, orderSchema } from './investing/calls.ts';
import { deliverySchema } from './webhooks/calls.ts';
import { eventSchema } from './webhooks/events.ts';

/** A name is never changed within a version of the API, because programs are generated from it. */
export const schemaNames = {
  Case: caseSchema,
  CaseDetail: caseDetail,
  Order: orderSchema,
  Holding: holdingSchema,
  WebhookDelivery: deliverySchema,
  WebhookEvent: eventSchema,
} as const satisfies Record<string, z.ZodType>;
