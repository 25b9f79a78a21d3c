// The brand as the environment says when the pages are built; browsers load only these values.
import { brandFrom } from '#contract/brand.ts';

export const brand = brandFrom(process.env);
