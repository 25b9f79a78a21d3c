// Actions of operators that only read: who is signed in, own sessions, attempts to sign in.
import type { identityOffice } from '#contract/identity/calls.ts';
import type { identityLists } from '#contract/identity/lists.ts';
import type {
  identityOperatorsOffice,
  ServerOperatorSignIn,
} from '#contract/identity/operators.ts';
import type { Actions, FilterOf } from '../call.ts';
import { stepReader } from '../tables/table.ts';
import type { Work } from '../work.ts';
import { alive, operatorView } from './accounts.ts';
import { listSignIns, ownSessions, type SignInRow } from './colleague-queries.ts';
import { operatorById } from './operator-queries.ts';

type Promised = Pick<typeof identityOffice, 'operatorMe'> &
  Pick<typeof identityOperatorsOffice, 'ownSessions'> &
  Pick<typeof identityLists, 'listSignIns'>;

const signInView = ({ operatorId, name, ...row }: SignInRow): ServerOperatorSignIn => ({
  ...row,
  operator: operatorId === null ? null : { id: operatorId, name: name ?? '' },
});

/** The contract declares them with the calls of identity, by which the audit log names them. */
export const operatorsActions: Actions<{ identity: Promised }>['identity'] = {
  async operatorMe({ operator, realNow, tx }) {
    return { data: operatorView(await operatorById(tx, operator.id), realNow) };
  },

  async ownSessions(context) {
    const { operator, tx } = context;
    const rows = await ownSessions(tx, alive(context), operator.id);
    return {
      data: rows.map((row) => ({
        ...row,
        current: row.id === operator.sessionId,
      })),
    };
  },

  listSignIns: stepReader({
    of: (_work: Work, filter: FilterOf<Promised['listSignIns']>) => filter,
    rows: ({ tx }, filter, part) => listSignIns(tx, filter, part),
    view: signInView,
  }),
};
