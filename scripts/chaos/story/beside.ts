// What a drill does beside a story: if it fails, the story ends too.

export type Beside = ReturnType<typeof startBeside>;

/**
 * Starts `work`, which runs until `isOver()`. Its failure is caught at once, because Node would
 * otherwise end the drill without ending its processes.
 */
export function startBeside(work: (isOver: () => boolean) => Promise<void>) {
  let isOver = false;
  let failure: { error: unknown } | null = null;
  const ended = work(() => isOver).catch((error: unknown) => {
    failure = { error };
  });
  const throwFailure = () => {
    if (failure) throw (failure as { error: unknown }).error;
  };
  return {
    /** Throws the error of the work if it has failed; called before each step of the story. */
    throwFailure,
    /** Waits for the end of the work, and throws its error if it has failed. */
    async end() {
      isOver = true;
      await ended;
      throwFailure();
    },
  };
}
