// Operator administration: invitations, roles, disabling, resets.
import type { identityLists } from '#contract/identity/lists.ts';
import type { identityOperatorsOffice } from '#contract/identity/operators.ts';
import { Refusal } from '#contract/refusals.ts';
import { type ApprovalLimits, limitSubjects } from '#contract/tasks/limits.ts';
import type { Actions, FilterOf, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader } from '../../tables/table.ts';
import {
  alive,
  colleagueById,
  type ColleagueRow,
  countColleagues,
  endColleagueSessions,
  endOwnSession,
  endSetups,
  inviteColleague,
  listColleagues,
  lockColleagues,
  setDisabled,
} from '../../operators/front.ts';
import { rolesNow } from '../../operators/rules.ts';
import { limitsSet, recordMove } from '../../tasks/front.ts';
import { openChecks } from './check-queries.ts';
import {
  assertAdminLeft,
  assertNothingPending,
  operatorSubject,
  propose,
  tellAdmins,
} from './operator-checks.ts';
import { setupActions } from './operator-setup.ts';

type At = Work & { operator: Operator };

type Colleague = ColleagueRow & { limits: ApprovalLimits; taskId: number | null };

const view = ({ heldRoles, heldUntil, ...row }: Colleague, realNow: Date) => ({
  ...row,
  held: rolesNow({ roles: row.roles, heldRoles, heldUntil }, realNow).held,
});

/** Adds the limits of each operator, and the task of the change that waits for a second admin. */
async function inFull(work: Work, rows: readonly ColleagueRow[]): Promise<Colleague[]> {
  const ids = rows.map(({ id }) => id);
  const limits = await limitsSet(work, ids);
  const checks = await openChecks(work.tx, ids);
  const taskOf = new Map(checks.map(({ operatorId, taskId }) => [operatorId, taskId]));
  return rows.map((row) => ({
    ...row,
    limits: limits(row.id),
    taskId: taskOf.get(row.id) ?? null,
  }));
}

async function colleague(work: Work, id: number): Promise<Colleague> {
  const found = await colleagueById(work.tx, alive(work), id);
  const [row] = found ? await inFull(work, [found]) : [];
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function locked(work: Work, id: number): Promise<Colleague> {
  await lockColleagues(work.tx, id);
  return colleague(work, id);
}

const colleagueView = async (work: Work, id: number) => ({
  data: view(await colleague(work, id), work.realNow),
});

/**
 * Admins cannot change their own roles or credentials, so that every such change involves a second
 * person.
 */
function assertNotOneself({ operator }: At, { id }: ColleagueRow): void {
  if (operator.id === id) throw new Refusal('OWN_ACCOUNT');
}

/** A pending invitation can only be decided through its task. */
function assertNotProposed(row: Colleague): void {
  if (row.state === 'proposed') assertNothingPending(row);
}

type Office = Omit<typeof identityOperatorsOffice, 'ownSessions'> &
  Pick<typeof identityLists, 'listOperators'>;

export const operators = reader({
  of: (_work: Work, { state }: FilterOf<Office['listOperators']>) => state,
  rows: async (work, state, part) =>
    inFull(work, await listColleagues(work.tx, alive(work), state, part)),
  view: (row: Colleague, { realNow }: Work) => view(row, realNow),
  beside: ({ tx }, state) => countColleagues(tx, state),
});

export const colleagueActions: Actions<{ identity: Office }>['identity'] = {
  ...setupActions,

  listOperators: operators,

  async inviteOperator(context, { email, name, roles }) {
    const { operatorDomains } = context.services.config;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    if (operatorDomains !== null && !operatorDomains.includes(domain)) {
      throw new Refusal('OPERATOR_DOMAIN', {
        fields: { email: `請使用 ${operatorDomains.join('、')} 的電子郵件` },
      });
    }
    const made = await inviteColleague(context.tx, { email, name, roles, now: context.now });
    if (!made) throw new Refusal('OPERATOR_EXISTS');
    await propose(context, await colleague(context, made.id), { act: 'invite', roles });
    return colleagueView(context, made.id);
  },

  async changeRoles(context, { id, roles, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (String(row.roles) === String(roles)) return { data: view(row, context.realNow) };
    if (!roles.includes('admin')) await assertAdminLeft(context, row);
    await propose(context, row, { act: 'roles', roles, reason });
    return colleagueView(context, row.id);
  },

  async changeLimits(context, { id, reason, ...given }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    const limitsBefore = row.limits;
    const limits = {
      loan: given.loan,
      payment: given.payment,
      loanDay: given.loanDay === undefined ? limitsBefore.loanDay : given.loanDay,
      paymentDay: given.paymentDay === undefined ? limitsBefore.paymentDay : given.paymentDay,
    };
    if (limitSubjects.every((subject) => limits[subject] === limitsBefore[subject])) {
      return { data: view(row, context.realNow) };
    }
    await propose(context, row, { act: 'limits', limits, limitsBefore, reason });
    return colleagueView(context, row.id);
  },

  async disableOperator(context, { id, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (row.state === 'disabled') return { data: view(row, context.realNow) };
    assertNotProposed(row);
    await assertAdminLeft(context, row);
    await setDisabled(context.tx, row.id, context.now);
    const ended = await endColleagueSessions(context.tx, row.id, context.realNow);
    await endSetups(context.tx, row.id, context.realNow);
    await recordMove(context, {
      subject: operatorSubject(row),
      action: 'operator.disabled',
      reason,
      snapshot: { ended },
    });
    await tellAdmins(context, { who: context.operator.name, step: '執行', act: '停用帳號' }, row);
    return colleagueView(context, row.id);
  },

  async enableOperator(context, { id, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (row.state !== 'disabled') return { data: view(row, context.realNow) };
    await propose(context, row, { act: 'enable', reason });
    return colleagueView(context, row.id);
  },

  async endOperatorSessions(context, { id, reason }) {
    const row = await locked(context, id);
    const ended = await endColleagueSessions(context.tx, row.id, context.realNow);
    // If no session was open, nothing is recorded, because a repeated call is not a second action.
    if (ended === 0) return { data: view(row, context.realNow) };
    await recordMove(context, {
      subject: operatorSubject(row),
      action: 'operator.sessions_ended',
      reason,
      snapshot: { ended },
    });
    return colleagueView(context, row.id);
  },

  async resetOperator(context, { id, password, reason }) {
    const row = await locked(context, id);
    assertNotOneself(context, row);
    if (row.state === 'disabled') throw new Refusal('OPERATOR_DISABLED');
    await assertAdminLeft(context, row);
    await propose(context, row, { act: 'reset', password, reason });
    return colleagueView(context, row.id);
  },

  async endOwnSession(context, { id }) {
    const { operator, realNow, tx } = context;
    const over = await endOwnSession(tx, operator.id, id, realNow);
    if (!over) throw new Refusal('NOT_FOUND');
    if (over.ended) {
      await recordMove(context, {
        subject: operatorSubject(operator),
        action: 'operator.session_ended',
        snapshot: { session: id },
      });
    }
    return { data: { ok: true } };
  },
};
