// The name and what belongs to it; each can be set from the environment at build time.

import { brandFrom } from '#contract/brand.ts';

export const brand = brandFrom(import.meta.env);

/** A page's title: what it is first, then whose it is. */
export function titleOf(page: string): string {
  return `${page}｜${brand.name}`;
}
