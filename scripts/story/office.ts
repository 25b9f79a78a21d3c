// The operators of the story: they sign in with TOTP and work through their inboxes.
import { TOTP } from 'otpauth';
import { type Client, Unexpected } from './client.ts';

export type OperatorAccount = {
  email: string;
  password: string;
  totpSecret: string;
  roles: string[];
};
type Task = { id: string; kind: string; subject: { type: string; id: string; label: string } };

const STEP_MS = 30_000;

/**
 * Signs in; if the current TOTP code was already used in this half minute, waits for the next one.
 */
export async function signIn(office: Client, account: OperatorAccount): Promise<Client> {
  const door = office.as({ 'x-office': '1' });
  for (let tries = 0; tries < 5; tries += 1) {
    const totp = new TOTP({ secret: account.totpSecret }).generate();
    const { email, password } = account;
    const answer = await door.send('POST', '/ops/v1/login', { email, password, totp });
    if (answer.status === 200 && answer.cookie) return door.as({ cookie: answer.cookie });
    if (answer.status === 503) continue;
    if (answer.status !== 422) throw new Unexpected(`office login: ${answer.raw.toString()}`);
    await new Promise((wait) => setTimeout(wait, STEP_MS - (Date.now() % STEP_MS) + 200));
  }
  throw new Unexpected(`${account.email} could not sign in at the office`);
}

export async function openTasks(operator: Client, kind: string): Promise<Task[]> {
  const path = `/ops/v1/tasks?kind=${kind}&status=open&item_per_page=200`;
  return (await operator.get<{ data: Task[] }>(path)).data;
}

/** Decides every open task of a kind that `mine` selects; returns their number. */
export async function decideAll(
  operator: Client,
  kind: string,
  decision: Record<string, unknown>,
  mine: (task: Task) => boolean = () => true,
): Promise<number> {
  const tasks = (await openTasks(operator, kind)).filter(mine);
  for (const task of tasks) await operator.post(`/ops/v1/tasks/${task.id}/decide`, decision);
  return tasks.length;
}
