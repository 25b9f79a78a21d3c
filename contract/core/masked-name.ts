// How a person's name is masked.

/** Masks a name: 王小明 → 王○明, 王明 → 王○; enough to recognise, not enough to look up. */
export function maskedName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= 2) return `${letters[0] ?? ''}○`;
  return `${letters[0]}${'○'.repeat(letters.length - 2)}${letters.at(-1)}`;
}
