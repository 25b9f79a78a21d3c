// API of the demonstration only: accounts to sign in with, outbox, bank and clock.
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Demo } from '#contract/index.ts';
import type { demonstration as promises } from '#contract/demonstration/calls.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { reopenBankDays } from '../banking/front.ts';
import { type Tx, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { processAgainAfter } from '../jobs/judged.ts';
import { decryptedOutbox } from '../notices/front.ts';
import { drain, runDay } from '../worker.ts';

type Accounts = (typeof promises)['demoAccounts']['output']['_output']['data'];

const readAccounts = (tx: Tx) =>
  tx.maybe<{ value: Accounts }>(sql`select value from app.setting where key = 'accounts'`);

/**
 * Stores the demonstration's accounts. The seed program calls this when it has finished; until then
 * nobody can sign in.
 */
export const writeAccounts = (tx: Tx, accounts: Accounts) =>
  tx.run(sql`
    insert into app.setting (key, value) values ('accounts', ${JSON.stringify(accounts)})
    on conflict (key) do update set value = excluded.value
  `);

const linksOf = (text: string) => text.match(/https?:\/\/[^\s"'<>]+/g) ?? [];

/** Queue of clock changes, so that two people change the clock one after the other. */
let turning: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turning.then(work, work);
  turning = mine.catch(() => {});
  return mine;
}

function tools({ demonstration }: Services) {
  if (!demonstration) throw new Error('there is no sandbox bank outside the demonstration');
  return demonstration;
}

/** Called after the clock was set back: the bank's days are processed again from today. */
export async function beginDays(services: Services): Promise<void> {
  const { bank, clock } = tools(services);
  const before = addDays(dayOf(clock.now()), -1);
  await withTransaction(services.pool, async (tx) => {
    await reopenBankDays(tx, before);
    await processAgainAfter(tx, before);
  });
  await bank.beginAfter(before);
}

export const demonstrationActions: Actions<Demo>['demonstration'] = {
  async demoAccounts({ tx }) {
    const row = await readAccounts(tx);
    return { data: row?.value ?? { members: [], operators: [] } };
  },

  async outbox(context, { to }) {
    const rows = await decryptedOutbox(context, to ?? null);
    return {
      data: rows.map((row) => ({
        id: String(row.id),
        channel: row.channel,
        to: row.to,
        subject: row.subject ?? undefined,
        text: row.text,
        html: row.html ?? undefined,
        links: linksOf(row.text),
        at: row.createdAt.toISOString(),
      })),
    };
  },

  bankTransfer: {
    async answer(services, _asking, transfer) {
      return { data: await tools(services).bank.transfer(transfer) };
    },
  },

  bankReturn: {
    async answer(services, _asking, { reference, date }) {
      return { data: { returned: await tools(services).bank.returnPayment(reference, date) } };
    },
  },

  bankLine: {
    async answer(services, _asking, { amount }) {
      return { data: { seq: await tools(services).bank.ownLine(amount) } };
    },
  },

  bankRefusal: {
    async answer(services, _asking, { type, code, account = '' }) {
      // Files name accounts without leading zeros.
      const plain = account.replace(/^0+(?=\d)/, '');
      await tools(services).bank.refuse({ type, code, account: plain });
      return { data: { ok: true } };
    },
  },

  advanceClock: {
    answer(services, _asking, { advanceDays }) {
      const { bank, clock } = tools(services);
      return inTurn(async () => {
        await drain(services);
        for (let passed = 0; passed < advanceDays; passed += 1) {
          await clock.advance(1);
          await bank.endDays();
          await runDay(services);
          await drain(services);
        }
        return { data: { today: dayOf(clock.now()) } };
      });
    },
  },
};
