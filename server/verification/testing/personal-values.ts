// Decrypted personal data of a member, for tests that search answers for it.
import type { TestServer } from '../../../tests/server.ts';
import type { EncryptedColumn } from '../../adapters/secrets.ts';

/** Returns e-mail, name, numbers, birthday, streets and bank accounts, as they were entered. */
export async function secretsOf(server: TestServer, memberId: number): Promise<string[]> {
  const { secrets } = server.services;
  const [row] = await server.rows<Record<string, string | null>>(
    `select m.email, p.name, p.id_number, p.phone, p.birthday, p.registered_address
     from identity.member m join verification.profile p on p.member_id = m.id where m.id = $1`,
    [memberId],
  );
  const accounts = await server.rows<{ account: string }>(
    'select account from verification.bank_account where member_id = $1',
    [memberId],
  );
  const open = (column: string) =>
    secrets.decrypt(
      `verification.profile.${column}` as EncryptedColumn,
      memberId,
      row?.[column] ?? '',
    );
  const { road } = JSON.parse(open('registered_address')) as { road: string };
  return [
    row?.['email'] ?? '',
    ...['name', 'id_number', 'phone', 'birthday'].map(open),
    road,
    ...accounts.map(({ account }) =>
      secrets.decrypt('verification.bank_account.account', memberId, account),
    ),
  ];
}
