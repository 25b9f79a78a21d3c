// Form schema of the identity documents: all fields, or those that a reviewer returned.
import { z } from 'zod';
import { idFileNames, idInfoSchema } from '#contract/verification/calls.ts';
import { filesSchema } from '../../form/files.ts';

// Fields in the order of the page, which is also the order of the errors.
export const idSchema = z.strictObject({
  idFront: filesSchema(1, 1),
  idBack: filesSchema(1, 1),
  secondId: filesSchema(1, 1),
  selfie: filesSchema(1, 1),
  ...idInfoSchema.shape,
});

/** Separates the photos, by the names under which they are sent, from the other fields. */
export function idSending(values: Partial<z.output<typeof idSchema>>) {
  const { idFront, idBack, secondId, selfie, ...info } = values;
  const all = { idFront, idBack, secondId, selfie };
  const files: Record<string, readonly File[]> = {};
  for (const name of idFileNames) if (all[name]) files[name] = all[name];
  return { info, files };
}
