// What a start prints at its end: the addresses, and of a demonstration the accounts.
import type { App, Ports } from '../app.ts';
import type { Config } from '../config/config.ts';
import { db } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type Accounts = {
  members: { email: string; password: string; about: string }[];
  operators: { email: string; password: string; totpSecret: string; roles: string[] }[];
};

/** Prints with `say` where the sites are and who can sign in. */
export async function greet(
  { services }: App,
  config: Config,
  ports: Ports,
  say: (line: string) => void,
): Promise<void> {
  const local = (port: number) => `http://localhost:${port}`;
  if (ports.metricsPort !== null) say(`Probes and metrics are on port ${ports.metricsPort}.`);
  if (config.role === 'worker') {
    say('百溪 runs the jobs.');
    return;
  }
  if (!config.demonstration) {
    say(`百溪 serves ${config.publicUrl} on ${config.host}:${ports.port}`);
    say(`and ${config.officeUrl} on ${config.host}:${ports.officePort}.`);
    return;
  }
  const row = await db(services.pool).maybe<{ value: Accounts }>(sql`
    select value from app.setting where key = 'accounts'
  `);
  say('');
  say('百溪 is ready.');
  say(`  Member site  ${local(ports.port)}`);
  say(`  Back office  ${local(ports.officePort)}`);
  say(`  Mail and SMS that were sent  ${local(ports.port)}/dev/outbox`);
  if (row) {
    say('\nMembers, with their passwords:');
    for (const { email, password, about } of row.value.members) {
      say(`  ${email.padEnd(36)} ${password.padEnd(16)} ${about}`);
    }
    say('\nOperators, with their passwords and the secrets of their one-time codes:');
    for (const { email, password, totpSecret, roles } of row.value.operators) {
      say(`  ${email.padEnd(36)} ${password.padEnd(16)} ${totpSecret}  ${roles.join(', ')}`);
    }
  }
  say('\nCtrl-C stops it; "npm run reset" starts afresh.');
}
