// The versions of CHANGELOG.md: giving the newest entries a version, and reading those of one.
const UNRELEASED = '## Unreleased';

/** Returns the text from the heading to the next version; null if there is no such heading. */
function partOf(text: string, heading: RegExp): { start: number; end: number } | null {
  const found = heading.exec(text);
  if (!found) return null;
  const after = text.slice(found.index + found[0].length).search(/^## /m);
  const end = after < 0 ? text.length : found.index + found[0].length + after;
  return { start: found.index + found[0].length, end };
}

/**
 * Returns the changelog in which the entries under "Unreleased" belong to a version of that day,
 * below an empty "Unreleased"; null if there are none.
 */
export function released(text: string, version: string, day: string): string | null {
  const part = partOf(text, /^## Unreleased\n/m);
  if (!part || text.slice(part.start, part.end).trim() === '') return null;
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`);
}

/** Returns the entries of a version; empty if the changelog does not know it. */
export function notesOf(text: string, version: string): string {
  const part = partOf(text, new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: .*)?\\n`, 'm'));
  return part ? `${text.slice(part.start, part.end).trim()}\n` : '';
}
