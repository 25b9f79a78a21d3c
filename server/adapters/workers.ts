// Worker pools: a limited number of child processes for heavy or risky work.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Thrown if the queue of waiting jobs is full; the caller should retry shortly. */
export class WorkersBusy extends Error {
  override name = 'WorkersBusy';
}

/** Thrown when a job crashed its process, ran out of time, or threw. */
export class WorkFailed extends Error {
  override name = 'WorkFailed';
  readonly reason: 'time' | 'crash' | 'thrown';

  constructor(reason: 'time' | 'crash' | 'thrown', message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Workers<Job, Result> = {
  /** Runs one job. Throws WorkersBusy or WorkFailed. */
  run(job: Job): Promise<Result>;
  /** Ends the processes; jobs in progress fail. */
  close(): void;
};

export type WorkersOptions = {
  /** The worker's script, which calls `answerJobs`. */
  script: URL;
  /** Maximum number of processes; each is started when first needed. */
  size: number;
  /** Maximum number of waiting jobs; any further one is refused. */
  waitingMax: number;
  /** Milliseconds a job may take before its process is killed. */
  timeLimitMs: number;
  /** Megabytes of JavaScript heap that a process may use. */
  heapMaxMb?: number;
  /** Megabytes to which each WebAssembly memory may grow; this memory is not part of the heap. */
  wasmMaxMb?: number;
};

type Waiting<Job, Result> = {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
};
type Reply<Result> = { result: Result } | { error: string };
type Crew = { idle: ChildProcess[]; all: Set<ChildProcess>; closed: boolean };

/**
 * Creates a pool of processes rather than threads, so that a crash in a native decoder, or a job
 * that must be killed, costs one process and not the server. The processes get an empty
 * environment, so that a malicious file finds no secrets there.
 */
export function createWorkers<Job, Result>(options: WorkersOptions): Workers<Job, Result> {
  const crew: Crew = { idle: [], all: new Set(), closed: false };
  const queue: Waiting<Job, Result>[] = [];

  function next(): void {
    while (queue.length > 0) {
      const child = crew.idle.pop() ?? hire(crew, options);
      if (!child) return;
      const waiting = queue.shift()!;
      void perform<Job, Result>(child, waiting, options.timeLimitMs).then((fit) => {
        if (fit && !crew.closed) crew.idle.push(child);
        else dismiss(crew, child);
        next();
      });
    }
  }

  return {
    run(job) {
      if (crew.closed) return Promise.reject(new WorkFailed('crash', 'the crew is closed'));
      if (queue.length >= options.waitingMax) {
        return Promise.reject(new WorkersBusy(`${queue.length} jobs are waiting`));
      }
      return new Promise<Result>((resolve, reject) => {
        queue.push({ job, resolve, reject });
        next();
      });
    },
    close() {
      crew.closed = true;
      for (const waiting of queue.splice(0)) {
        waiting.reject(new WorkFailed('crash', 'the crew is closed'));
      }
      for (const child of crew.all) child.kill('SIGKILL');
    },
  };
}

function hire(crew: Crew, options: WorkersOptions): ChildProcess | undefined {
  const { script, size, heapMaxMb, wasmMaxMb } = options;
  if (crew.closed || crew.all.size >= size) return undefined;
  const child = fork(fileURLToPath(script), [], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      ...(heapMaxMb === undefined ? [] : [`--max-old-space-size=${heapMaxMb}`]),
      // The option expects a number of pages of 64 KiB.
      ...(wasmMaxMb === undefined ? [] : [`--wasm-max-mem-pages=${wasmMaxMb * 16}`]),
    ],
  });
  crew.all.add(child);
  child.once('exit', () => {
    crew.all.delete(child);
    crew.idle = crew.idle.filter((other) => other !== child);
  });
  child.on('error', () => child.kill('SIGKILL'));
  return child;
}

function dismiss(crew: Crew, child: ChildProcess): void {
  crew.all.delete(child);
  child.kill('SIGKILL');
}

/** Runs one job on a process; returns true if the process can take another job. */
function perform<Job, Result>(
  child: ChildProcess,
  { job, resolve, reject }: Waiting<Job, Result>,
  timeLimitMs: number,
): Promise<boolean> {
  return new Promise((settle) => {
    const end = (fit: boolean): void => {
      clearTimeout(timer);
      child.off('message', answered);
      child.off('exit', died);
      child.unref();
      child.channel?.unref();
      settle(fit);
    };
    const answered = (reply: Reply<Result>): void => {
      end(true);
      if ('error' in reply) reject(new WorkFailed('thrown', reply.error));
      else resolve(reply.result);
    };
    const died = (): void => {
      end(false);
      reject(new WorkFailed('crash', 'the process ended during the job'));
    };
    const timer = setTimeout(() => {
      end(false);
      reject(new WorkFailed('time', `the job took longer than ${timeLimitMs} ms`));
    }, timeLimitMs);
    // An idle process must not keep the server alive; a busy one must.
    child.ref();
    child.channel?.ref();
    child.on('message', answered as (reply: unknown) => void);
    child.once('exit', died);
    child.send(job as object, (error) => {
      if (error) died();
    });
  });
}

/** Called in the worker's script: answers each job with the handler's result, one after another. */
export function answerJobs<Job, Result>(handler: (job: Job) => Promise<Result>): void {
  // SIGINT is ignored, because Ctrl-C reaches the whole process group and the server decides when
  // its workers end.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (job: Job) => {
    handler(job).then(
      (result) => process.send!({ result }),
      (error: unknown) => process.send!({ error: error instanceof Error ? error.message : '?' }),
    );
  });
}
