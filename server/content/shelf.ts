// What takes long to make and is asked for again: made once, and the latest kept in memory.

/** A shelf of so many; what several ask for at once is made once for all of them. */
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
