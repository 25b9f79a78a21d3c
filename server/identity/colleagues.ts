// Operators as the admin keeps them: invited, given roles, shut out, reset; and who signed in.
import type {
  identityOperatorsOffice,
  ListedOperator,
  OperatorSignIn,
} from '#contract/identity-operators.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Next, Operator, Work } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import {
  type ColleagueRow,
  colleagueById,
  colleaguesAfter,
  countColleagues,
  countOtherAdmins,
  endColleagueSessions,
  endOwnSession,
  endSetups,
  forgetKeys,
  inviteColleague,
  listColleagues,
  listSignIns,
  lockColleagues,
  ownSessions,
  setDisabled,
  setRoles,
} from './colleague-queries.ts';
import { mailSetup, setupActions } from './operator-setup.ts';
import { sessionIdleMs } from './rules.ts';

type At = Work & { operator: Operator };

const alive = ({ realNow }: Work) => ({
  realNow,
  idleSince: new Date(realNow.getTime() - sessionIdleMs),
});

const view = (row: ColleagueRow) => ({
  ...row,
  id: String(row.id),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  setupUntil: row.setupUntil?.toISOString() ?? null,
});

async function colleague(work: Work, id: number): Promise<ColleagueRow> {
  const row = await colleagueById(work.tx, alive(work), id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function locked(work: Work, id: string): Promise<ColleagueRow> {
  await lockColleagues(work.tx, Number(id));
  return colleague(work, Number(id));
}

const shown = async (work: Work, id: number) => ({ data: view(await colleague(work, id)) });

/** Nobody turns his own roles or keys; another does, so that each such act has a second person. */
function assertNotOneself({ operator }: At, { id }: ColleagueRow): void {
  if (operator.id === id) throw new Refusal('OWN_ACCOUNT');
}

/** Held under the lock of all admins: two who shut each other out at once cannot both. */
async function assertAdminLeft({ tx }: Work, { id, roles }: ColleagueRow): Promise<void> {
  if (!roles.includes('admin')) return;
  if ((await countOtherAdmins(tx, id)).count === 0) throw new Refusal('LAST_ADMIN');
}

const subjectOf = ({ id }: { id: number }) => ({ type: 'operator', id }) as const;

type Office = typeof identityOperatorsOffice;

/** Operators for a table, by id. */
export const operatorsBeyond =
  (work: Work, { state }: FilterOf<Office['listOperators']>): Next<ListedOperator> =>
  async (last, limit) => {
    const after = Number(last?.id ?? 0);
    return (await colleaguesAfter(work.tx, alive(work), state, after, limit)).map(view);
  };

type SignInRow = Awaited<ReturnType<typeof listSignIns>>[number];
const signInView = ({ operatorId, name, ...row }: SignInRow): OperatorSignIn => ({
  ...row,
  id: String(row.id),
  at: row.at.toISOString(),
  operator: operatorId === null ? null : { id: String(operatorId), name: name ?? '' },
});

const signInsAsked = ({ operator, outcome }: FilterOf<Office['listSignIns']>) => ({
  operator: operator ? Number(operator) : null,
  outcome: outcome ?? null,
});

/** Tries to sign in for a table, newest first. */
export const signInsBeyond =
  ({ tx }: Work, filter: FilterOf<Office['listSignIns']>): Next<OperatorSignIn> =>
  async (last, limit) => {
    const before = last && Number(last.id);
    return (await listSignIns(tx, { ...signInsAsked(filter), before, limit })).map(signInView);
  };

export const operatorsActions: Actions<{
  identity: typeof identityOperatorsOffice;
}>['identity'] = {
  ...setupActions,

  async listOperators(context, { state, item_per_page: limit, offset }) {
    const rows = await listColleagues(context.tx, alive(context), { state, limit, offset });
    const { total } = await countColleagues(context.tx, state);
    return { data: rows.map(view), total };
  },

  async inviteOperator(context, { email, name, roles }) {
    const made = await inviteColleague(context.tx, { email, name, roles, now: context.now });
    if (!made) throw new Refusal('OPERATOR_EXISTS');
    await mailSetup(context, { id: made.id, email, name }, 'invitation');
    await recordMove(context, {
      subject: subjectOf(made),
      action: 'operator.invited',
      snapshot: { email, roles },
    });
    return shown(context, made.id);
  },

  async changeRoles(context, { id, roles, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (String(row.roles) === String(roles)) return { data: view(row) };
    if (!roles.includes('admin')) await assertAdminLeft(context, row);
    await setRoles(context.tx, row.id, roles);
    await recordMove(context, {
      subject: subjectOf(row),
      action: 'operator.roles_changed',
      from: row.roles.join(' '),
      to: roles.join(' '),
      reason,
    });
    return shown(context, row.id);
  },

  async disableOperator(context, { id, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (row.state === 'disabled') return { data: view(row) };
    await assertAdminLeft(context, row);
    await setDisabled(context.tx, row.id, context.now);
    const ended = await endColleagueSessions(context.tx, row.id, context.realNow);
    await endSetups(context.tx, row.id, context.realNow);
    await recordMove(context, {
      subject: subjectOf(row),
      action: 'operator.disabled',
      reason,
      snapshot: { ended },
    });
    return shown(context, row.id);
  },

  async enableOperator(context, { id, reason }) {
    const row = await locked(context, id);
    if (row.state !== 'disabled') return { data: view(row) };
    await setDisabled(context.tx, row.id, null);
    await recordMove(context, { subject: subjectOf(row), action: 'operator.enabled', reason });
    return shown(context, row.id);
  },

  async endOperatorSessions(context, { id, reason }) {
    const row = await locked(context, id);
    const ended = await endColleagueSessions(context.tx, row.id, context.realNow);
    // What is over already stays over: a repeat is no second act.
    if (ended === 0) return { data: view(row) };
    await recordMove(context, {
      subject: subjectOf(row),
      action: 'operator.sessions_ended',
      reason,
      snapshot: { ended },
    });
    return shown(context, row.id);
  },

  async resetOperator(context, { id, password, reason }) {
    const { realNow, tx } = context;
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (row.state === 'disabled') throw new Refusal('OPERATOR_DISABLED');
    await assertAdminLeft(context, row);
    // Whoever never set a password is sent the invitation again.
    const anew = password || row.state === 'invited';
    await forgetKeys(tx, row.id, { password: anew });
    const ended = await endColleagueSessions(tx, row.id, realNow);
    await mailSetup(context, row, anew ? 'invitation' : 'totp');
    await recordMove(context, {
      subject: subjectOf(row),
      action: row.state === 'invited' ? 'operator.invited_again' : 'operator.reset',
      reason,
      snapshot: { ended, password: anew },
    });
    return shown(context, row.id);
  },

  async listSignIns({ tx }, { before, item_per_page: limit, ...filter }) {
    const rows = await listSignIns(tx, {
      ...signInsAsked(filter),
      before: before ? Number(before) : null,
      limit: limit + 1,
    });
    return { data: rows.slice(0, limit).map(signInView), older: rows.length > limit };
  },

  async ownSessions(context) {
    const { operator, tx } = context;
    const rows = await ownSessions(tx, alive(context), operator.id);
    return {
      data: rows.map((row) => ({
        ...row,
        id: String(row.id),
        createdAt: row.createdAt.toISOString(),
        usedAt: row.usedAt.toISOString(),
        current: row.id === operator.sessionId,
      })),
    };
  },

  async endOwnSession(context, { id }) {
    const { operator, realNow, tx } = context;
    const over = await endOwnSession(tx, operator.id, Number(id), realNow);
    if (!over) throw new Refusal('NOT_FOUND');
    if (over.ended) {
      await recordMove(context, {
        subject: subjectOf(operator),
        action: 'operator.session_ended',
        snapshot: { session: Number(id) },
      });
    }
    return { data: { ok: true } };
  },
};
