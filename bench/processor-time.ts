// Rewrites a trace of Chromium so that each task has the length of its processor time.

/** An event of a trace; all times are in microseconds, `t...` of the thread's processor. */
type Event = {
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
};
export type Trace = { traceEvents: Event[] };
type Task = { ts: number; end: number; tts: number };

const threadOf = ({ pid, tid }: Event) => `${pid} ${tid}`;

/** Returns the outermost tasks of each thread, by time. */
function outermost(events: readonly Event[]): Map<string, Task[]> {
  const tasks = new Map<string, Task[]>();
  const whole = events
    .filter(({ ph }) => ph === 'X')
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const event of whole) {
    const { ts, dur, tts } = event;
    if (dur === undefined || tts === undefined) continue;
    const own = tasks.get(threadOf(event)) ?? [];
    tasks.set(threadOf(event), own);
    if (ts >= (own.at(-1)?.end ?? 0)) own.push({ ts, end: ts + dur, tts });
  }
  return tasks;
}

/**
 * Shortens each task to the processor time that it took, and moves the events within it
 * accordingly; tasks still begin when they began. A thread that waits for a processor, because
 * browser, server and Lighthouse share two of them, then no longer counts as busy.
 */
export function inProcessorTime({ traceEvents }: Trace): Trace {
  const tasks = outermost(traceEvents);
  return {
    traceEvents: traceEvents.map((event) => {
      const { ts, tts, tdur } = event;
      const task = tasks.get(threadOf(event))?.findLast((one) => one.ts <= ts);
      if (tts === undefined || !task || ts > task.end) return event;
      const moved = { ...event, ts: task.ts + Math.max(0, tts - task.tts) };
      return tdur === undefined ? moved : { ...moved, dur: tdur };
    }),
  };
}
