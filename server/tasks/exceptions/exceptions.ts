// Exceptions become tasks and are told by mail: failed jobs and stuck batches get their tasks here,
// and each exception is told once to the operators who may act.
import { exceptionText } from '#contract/tasks/health-words.ts';
import type { ExceptionKind } from '#contract/tasks/health.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { finds } from '../../database/finds.ts';
import { hooks } from '../../hooks.ts';
import { sendLetter } from '../../notices/front.ts';
import { type Work, inWork } from '../../work.ts';
import { closeTask, openTask } from '../opening.ts';
import { peopleToTell } from '../duty/duty-queries.ts';
import { mayDecide } from '../rules.ts';
import { letters } from '../words.ts';
import { jobsToTell, tellExceptions, untoldExceptions } from './exception-queries.ts';

/** How often a job of each minute may fail in a row before a person must look at it. */
const FAILURES = 3;
/** How long after its approval the bank may refuse a batch before a person must look at it. */
const STUCK_MS = 10 * 60_000;

/** Opens a task for each failed job, and closes it once the job runs again. */
async function attendJobs(work: Work): Promise<void> {
  for (const { id, name, failure } of await jobsToTell(work.tx, FAILURES)) {
    const subject = { type: 'job', id } as const;
    if (failure === null) await closeTask(work, 'attention', subject, 'recovered');
    else {
      await openTask(work, {
        kind: 'attention',
        subject: { ...subject, label: `排程 ${name} 失敗` },
        detail: { why: '這項排程沒有完成，它負責的工作會延後；請通知管理人員查看系統健康' },
      });
    }
  }
}

const stuckBefore = ({ now }: Pick<Work, 'now'>) => new Date(now.getTime() - STUCK_MS);

/** Opens a task for each batch that the bank does not take; closes it once the batch is sent. */
async function attendBatches(work: Work): Promise<void> {
  for (const { id, isStuck } of await hooks.bankHealth.batches(work.tx, stuckBefore(work))) {
    const subject = { type: 'batch', id } as const;
    if (!isStuck) await closeTask(work, 'attention', subject, 'sent');
    else {
      await openTask(work, {
        kind: 'attention',
        subject: { ...subject, label: `付款批次 ${id} 銀行沒有收下` },
        detail: { why: '已覆核的付款還沒有送出，程式會繼續重試；請向銀行查明' },
      });
    }
  }
}

type Exception = Awaited<ReturnType<typeof tellExceptions>>[number];

/** A failed job concerns the admins; every other exception those who may decide its task. */
const isToldOf = (roles: Parameters<typeof mayDecide>[1], { what, kind }: Exception) =>
  what === 'job' ? roles.includes('admin') : mayDecide(kind, roles);

const listText = (found: readonly Exception[]) =>
  [...Map.groupBy(found, ({ what }) => what)]
    .map(([what, of]: [ExceptionKind, readonly Exception[]]) => {
      const [first] = of;
      const more = of.length > 1 ? ` 等 ${of.length} 件` : '';
      return `${exceptionText[what]}：${first?.label ?? ''}${more}`;
    })
    .join('\n');

export const exceptionsDue: Due = (at) => [
  finds((tx) => jobsToTell(tx, FAILURES)),
  finds((tx) => hooks.bankHealth.batches(tx, stuckBefore(at))),
  untoldExceptions(at.now),
];

/** Each minute: opens and closes the tasks of exceptions, and tells of the new ones by mail. */
export function attendExceptions(services: Services): Promise<void> {
  return inWork(services, async (work) => {
    await attendJobs(work);
    await attendBatches(work);
    const found = await tellExceptions(work.tx, work.now);
    if (found.length === 0) return;
    const url = new URL('/', services.config.officeUrl).href;
    for (const { name, email, roles } of await peopleToTell(work.tx, work.today, work.realNow)) {
      const own = found.filter((one) => isToldOf(roles, one));
      if (own.length === 0) continue;
      const values = { name, count: String(own.length), list: listText(own) };
      await sendLetter(work, { email }, letters.exceptions(values, url));
    }
  });
}
