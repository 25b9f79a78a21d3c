// In-memory cache of the latest entries, for bytes that are expensive to produce.

/**
 * Returns a cache of `kept` entries; simultaneous requests for the same key share one computation.
 */
export function createShelf(kept: number) {
  const shelf = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  return (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const there = shelf.get(key);
    if (there) return Promise.resolve(there);
    const running = underWay.get(key);
    if (running) return running;
    const made = make()
      .then((bytes) => {
        const oldest = shelf.keys().next();
        if (shelf.size >= kept && !oldest.done) shelf.delete(oldest.value);
        if (kept > 0) shelf.set(key, bytes);
        return bytes;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}
