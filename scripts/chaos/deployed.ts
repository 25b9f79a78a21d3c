// The configuration files of deploy/, filled in for a drill.
import { readFileSync } from 'node:fs';

/** Returns a file of deploy/ with each `${NAME}` replaced; throws if a value is missing. */
export function filledIn(file: string, values: Record<string, string>): string {
  const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/${file}: ${name} has no value`);
    return value;
  });
}
