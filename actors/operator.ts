// What operators do: sign in with a one-time code, and decide the tasks in their inboxes.
import { taskList } from '#contract/tasks/lists.ts';
import { TOTP } from 'otpauth';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOffice } from '#contract/identity/calls.ts';
import { type Task, tasksOffice } from '#contract/tasks/calls.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import { type CallOptions, type Client, Unexpected } from './client.ts';

export type OperatorAccount = { email: string; password: string; totpSecret: string };
/** `token` is the value of the session cookie. */
export type Operator = { token: string };

const STEP_MS = 30_000;

/** Returns the authenticator's code at a time `steps` half minutes from now. */
export const totpOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/**
 * Signs in; if the current code was already used in this half minute, waits for the next one.
 */
export async function signInAtOffice(
  client: Client,
  { email, password, totpSecret }: OperatorAccount,
  how: CallOptions = {},
): Promise<Operator> {
  for (let tries = 0; tries < 5; tries += 1) {
    const input = { email, password, totp: totpOf(totpSecret) };
    const { status, headers, code } = await client.ask(identityOffice.operatorLogin, input, how);
    const token = /office_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
    if (token !== undefined) return { token };
    if (status === 503) continue;
    if (status !== 422) throw new Unexpected(`the office refused ${email}: ${code}`);
    await sleep(STEP_MS - (Date.now() % STEP_MS) + 200);
  }
  throw new Unexpected(`${email} could not sign in at the office`);
}

/**
 * Returns what a decision says about the flags of its task that nobody has answered yet; nothing if
 * the decision asks for no answers, or if the operator may not see the task.
 */
export async function answersTo(
  client: Pick<Client, 'ask'>,
  { token }: Operator,
  of: { kind: string; id: string; decision: string },
): Promise<{ answers?: { flag: string; answer: string }[] }> {
  if (!askingDecisions[of.kind as TaskKind]?.[of.decision]) return {};
  const { status, body } = await client.ask(tasksOffice.getTask, { id: of.id }, { token });
  if (status !== 200) return {};
  const open = body.data.flags.filter(({ answer }) => answer === null);
  return { answers: open.map(({ key }) => ({ flag: key, answer: '已查證' })) };
}

/** Decides every open task of a kind that `mine` selects; returns their number. */
export async function decideAll<K extends TaskKind>(
  client: Client,
  { token }: Operator,
  kind: K,
  decision: DecisionOf<K>,
  mine: (task: Task) => boolean = () => true,
): Promise<number> {
  const filter = { kind, status: 'open' as const, item_per_page: 200 };
  const { data } = await client.ok(taskList, filter, { token });
  const tasks = data.filter(mine);
  for (const { id } of tasks) {
    const answers = await answersTo(client, { token }, { kind, id, ...decision });
    await client.ok(tasksOffice.decideTask, { id, ...decision, ...answers }, { token });
  }
  return tasks.length;
}

/** Selects the tasks about one subject, or about any of several. */
export const about =
  (...ids: string[]) =>
  ({ subject }: Task): boolean =>
    ids.includes(subject.id);
