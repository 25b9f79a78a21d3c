// Schema of chosen files, for forms that upload some.
import { z } from 'zod';
import { uploadRefusals } from '#contract/verification/calls.ts';
import { REQUIRED } from './words.ts';

/** Requires between `min` and `max` files, already checked by the uploader. */
export function filesSchema(min: number, max: number) {
  return z
    .array(z.custom<File>((file) => file instanceof File))
    .min(min, REQUIRED)
    .max(max, `最多 ${max} 個檔案`);
}

/** Mapping for `atField` if all files of a form are chosen in one field. */
export function refusalsAt(field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(uploadRefusals.map((code) => [code, field]));
}
