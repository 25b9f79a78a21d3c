// The schema of chosen files, for forms that send some.
import { z } from 'zod';
import { fileRefusals } from '#contract/verification/calls.ts';
import { REQUIRED } from './words.ts';

/** Between `min` and `max` files, already looked at by the uploader. */
export function filesSchema(min: number, max: number) {
  return z
    .array(z.custom<File>((file) => file instanceof File))
    .min(min, REQUIRED)
    .max(max, `最多 ${max} 個檔案`);
}

/** For `atField`, where all files of a form are in one field. */
export function refusalsAt(field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(fileRefusals.map((code) => [code, field]));
}
