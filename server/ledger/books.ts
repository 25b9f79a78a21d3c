// The books as the office sees them: what lies in each kind of account, and whether all laws hold.
import type { ledgerOffice } from '#contract/ledger.ts';
import type { Actions } from '../action.ts';
import { brokenInvariants, readInvariants } from '../invariants.ts';
import { history, totals } from './queries.ts';

export const ledgerOfficeActions: Actions<{ ledger: typeof ledgerOffice }>['ledger'] = {
  async books({ tx, services }) {
    const balances = await totals(tx);
    const broken = new Map(
      (await brokenInvariants(services.pool)).map(({ name, rows }) => [name, rows.length]),
    );
    return {
      data: {
        balances,
        invariants: readInvariants().map(({ name }) => ({ name, broken: broken.get(name) ?? 0 })),
      },
    };
  },

  async entries({ tx }, { account, loan, order, member, item_per_page, offset }) {
    const of = { account, loan, order, member };
    const ids = Object.fromEntries(
      Object.entries(of).map(([name, id]) => [name, id === undefined ? undefined : Number(id)]),
    );
    return { data: await history(tx, ids, { limit: item_per_page, offset }) };
  },
};
