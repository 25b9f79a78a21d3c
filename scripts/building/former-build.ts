// Keeps the files of the former build beside those of a new one. Their names have a hash, and pages
// that a running server has sent before still load them. Another build of the same folder may
// delete files meanwhile, which are skipped.
import {
  type Dirent,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Returns the files of some folders that were written since an instant in milliseconds. */
export const filesSince = (folders: readonly string[], since: number): string[] =>
  filesIn(folders).filter((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs >= since;
  });

function filesIn(folders: readonly string[]): string[] {
  // Node lists a file as null, although it does not declare this, if it disappears meanwhile.
  const entries: readonly (Dirent | null)[] = globSync(
    folders.map((folder) => join(folder, '**/*')),
    { withFileTypes: true },
  );
  return entries.flatMap((entry) => (entry?.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

/**
 * Deletes the files that neither the build since `since` nor the one before it has written. The
 * file `list` names the files of the last build; without it, all are kept this once.
 */
export function dropOlderBuilds(folders: readonly string[], list: string, since: number): void {
  const fresh = filesSince(folders, since);
  if (existsSync(list)) {
    const kept = new Set([...readFileSync(list, 'utf8').split('\n'), ...fresh]);
    for (const file of filesIn(folders)) if (!kept.has(file)) rmSync(file, { force: true });
  }
  writeFileSync(list, fresh.join('\n'));
}
