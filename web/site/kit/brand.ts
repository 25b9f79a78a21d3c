// Brand name and related texts; each can be set from the environment at build time.
import { brand } from '../brand-values.ts';

export { brand };

/** Returns the title of a page: its own title first, then the brand. */
export function titleOf(page: string): string {
  return `${page}｜${brand.name}`;
}
