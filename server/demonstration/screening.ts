// Opens the list of sanctioned persons; that of a demonstration names only invented persons.
import { fileURLToPath } from 'node:url';
import { createListFile } from '../adapters/screening/list-file.ts';
import { type Screening, ScreeningUnavailable } from '../adapters/screening/screening.ts';
import type { Config } from '../config/config.ts';
import { StartFailure } from '../start-failure.ts';

const invented = fileURLToPath(new URL('screening-list.csv', import.meta.url));

/**
 * Opens the screening list; null if none is configured. The start fails if the list is broken,
 * because everybody would seem to be compared.
 */
export async function openScreening({
  demonstration,
  screeningList,
}: Pick<Config, 'demonstration' | 'screeningList'>): Promise<Screening | null> {
  const path = screeningList ?? (demonstration ? invented : null);
  if (path === null) return null;
  const screening = createListFile(path);
  try {
    await screening.current();
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    throw new StartFailure(`SCREENING_LIST cannot be used: ${error.message}.`);
  }
  return screening;
}
