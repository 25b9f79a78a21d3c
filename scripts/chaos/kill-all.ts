// Ends a process and its children at once, as a power failure does.
import { readFileSync } from 'node:fs';

/** Sends SIGKILL to a process and its children, such as a postmaster and its backends. */
export function killAll(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [pid, ...children.filter(Boolean).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has already ended by itself.
    }
  }
}
