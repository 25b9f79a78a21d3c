// Reads the text format of Prometheus; for tests and drills.

export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };

const line = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;
const label = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi;

/** Returns every sample of a text. Throws if a line is not a sample. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((one) => one !== '' && !one.startsWith('#'))
    .map((one) => {
      const [, name, labels = '', value] = line.exec(one) ?? [];
      if (!name) throw new Error(`not a sample: ${one}`);
      const pairs = [...labels.matchAll(label)].map(([, key = '', said = '']) => [key, said]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Returns the name of the metric that a series belongs to. */
export const metricOf = (series: string): string =>
  series.replace(/_(bucket|sum|count)$/, (part, _word, at) =>
    series.slice(0, Number(at)).endsWith('_seconds') ? '' : String(part),
  );
