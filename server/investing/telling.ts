// Telling investors of their orders: how to pay a new one, and that a deadline is near.
import { dayOf, formatDay } from '#contract/day.ts';
import { formatMoney, subtract } from '#contract/money.ts';
import { orderNoOf } from '#contract/order-number.ts';
import type { Services, Work } from '../action.ts';
import { virtualAccountView } from '../banking/actions.ts';
import { statementsOf } from '../db.ts';
import { notify } from '../notices/actions.ts';
import { inWork } from '../work.ts';
import { claimNotice, ordersToTell, type TellRow } from './queries.ts';

/** So long before the deadline who has not paid yet is reminded, unless he ordered just then. */
const REMIND_BEFORE_MS = 12 * 3_600_000;
const MOST = 500;

const TAIPEI_MS = 8 * 3_600_000;
/** 2026/11/23 14:05, Taipei time. */
function momentOf(at: Date): string {
  const clock = new Date(at.getTime() + TAIPEI_MS).toISOString().slice(11, 16);
  return `${formatDay(dayOf(at))} ${clock}`;
}

const wordsOf = {
  placed: {
    title: (amount: string) => `已為您保留 ${amount}，請於期限前付款`,
    lead: (no: string, caseNo: string) => `訂單 ${no}（案件 ${caseNo}）已成立。`,
  },
  reminder: {
    title: (amount: string) => `出資訂單即將到期，尚差 ${amount}`,
    lead: (no: string, caseNo: string) => `訂單 ${no}（案件 ${caseNo}）還沒有付足。`,
  },
} as const;

async function tell(work: Work, kind: keyof typeof wordsOf, row: TellRow): Promise<void> {
  // Whoever was first has told him; a job may run twice at once.
  if ((await claimNotice(work.tx, row.id, kind, work.now)) === 0) return;
  const { bankCode, bankName, account, holder } = virtualAccountView(row.virtualAccount);
  const lacking = formatMoney(subtract(row.amount, row.paidAmount));
  const { title, lead } = wordsOf[kind];
  await notify(work, {
    memberId: row.memberId,
    category: 'invest',
    title: title(lacking),
    body:
      `${lead(orderNoOf(row.id), row.caseNo)}請於 ${momentOf(row.payBy)} 前，由您本人的帳戶轉帳 ` +
      `${lacking} 至：\n${bankCode} ${bankName}　帳號 ${account}　戶名 ${holder}\n` +
      '期限前可分次轉帳；逾期未付足，保留的額度會釋出，已付款項將退回。',
    link: `/investment/bank-transfer?order=${row.id}`,
    deadline: kind === 'reminder',
  });
}

/** Each minute: of orders placed since, and of those whose deadline has come near; each once. */
export async function tellOrders(services: Services): Promise<void> {
  const tx = statementsOf(services.pool);
  const now = services.clock.now();
  const near = new Date(now.getTime() + REMIND_BEFORE_MS);
  for (const { kind, ...row } of await ordersToTell(tx, now, near, MOST)) {
    await inWork(services, (work) => tell(work, kind, row));
  }
}
