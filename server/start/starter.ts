// What this process has from the script that started it (scripts/starting/start.js), if any.

/** Descriptors of the sockets on which each site listens, opened by the script. */
export type Sockets = { site: readonly number[]; office: readonly number[] };

type Message = { listening: true } | { filling: { done: number; of: number } };

/** Tells the script what this process does; does nothing without it. */
export function tellStarter(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** Calls `then` if the script ends before this process, for example because it was killed. */
export function onStarterGone(then: () => void): void {
  if (process.connected) process.once('disconnect', then);
}

/** Reads the option --sockets, such as `4;5`: descriptors of the site, then of the office. */
export function socketsOf(option: string | undefined): Sockets | undefined {
  if (option === undefined) return undefined;
  const [site = [], office = []] = option.split(';').map((part) => part.split(',').map(Number));
  return { site, office };
}
