// How much a figure rises or falls during a run, undisturbed by single samples that stand out.

const medianOf = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/**
 * Returns by which share of its median a figure changes from the first sample to the last, by the
 * median of the slopes between all pairs of samples (the estimator of Theil and Sen): 0.05 is a
 * rise of 5 %. The samples are taken at equal distances.
 */
export function driftOf(samples: readonly number[]): number {
  const slopes = samples.flatMap((from, n) =>
    samples.slice(n + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  const median = medianOf(samples);
  return median === 0 ? 0 : (medianOf(slopes) * (samples.length - 1)) / median;
}
