// Worker for tests of the worker pool, which answers, throws, crashes or hangs on command.
import { answerJobs } from '../workers.ts';

type Order = { say?: string; do?: 'throw' | 'die' | 'hang' | 'environment' | 'double' };

answerJobs(async (order: Order & { bytes?: Uint8Array }) => {
  if (order.do === 'throw') throw new Error('as told');
  if (order.do === 'die') process.kill(process.pid, 'SIGSEGV');
  if (order.do === 'environment') return Object.keys(globalThis.process['env']).join();
  if (order.do === 'double') return Buffer.concat([order.bytes!, order.bytes!]);
  while (order.do === 'hang');
  return order.say;
});
