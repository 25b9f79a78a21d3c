// The books as the office sees them: what lies in each kind of account, and whether all laws hold.
import type { ledgerOffice } from '#contract/ledger.ts';
import type { Actions } from '../action.ts';
import { brokenInvariants, readInvariants } from '../invariants.ts';
import { totals } from './queries.ts';

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
};
