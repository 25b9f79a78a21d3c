// Tests that every export and printout of a report leaves a row in the audit log.
import { beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { reportsOffice } from '#contract/reports/calls.ts';
import { reportTitle } from '#contract/reports/print.ts';
import { creditReaders } from '#contract/reports/parts.ts';
import { newMember, newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { noteReportPrint: print } = reportsOffice;
let auditor: Person;
beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
});

const taken = async ({ id }: Person) =>
  (
    await server.rows<{ snapshot: object }>(
      `select snapshot from tasks.audit where action = 'table.exported' and actor_id = $1
       order by id`,
      [id],
    )
  ).map(({ snapshot }) => snapshot);

test('the file of every report, with its filters', async () => {
  const files = [
    reportsOffice.outstandingFile,
    reportsOffice.vintagesFile,
    reportsOffice.defaultsFile,
    reportsOffice.cashFlowFile,
    reportsOffice.incomeFile,
    reportsOffice.returnsFile,
    reportsOffice.funnelFile,
    reportsOffice.serviceFile,
  ];
  for (const file of files) await server.ask(file, {}, auditor);
  const month = { from: '2026-01', to: '2026-02', format: 'xlsx' };
  await server.ask(reportsOffice.incomeFile, month, auditor);
  expect(await taken(auditor)).toEqual([
    ...Object.values(reportTitle).map((table) => ({ table, format: 'csv' })),
    { table: '收入', ...month },
  ]);
});

test('a print, once however often it is sent, by operators who read reports', async () => {
  const input = { report: 'outstanding', narrowed: '?grade=A' } as const;
  const approver = await newOperator(server, ['approver']);
  for (const _again of [1, 2]) {
    await server.ok(print, input, { ...approver, key: 'print-1' });
  }
  const noted = { table: '在貸餘額', format: 'print', narrowed: '?grade=A' };
  expect(await taken(approver)).toEqual([noted]);
  await server.ok(print, input, approver);
  expect(await taken(approver)).toEqual([noted, noted]);
  for (const role of roles.filter((one) => !(creditReaders as readonly string[]).includes(one))) {
    const other = await newOperator(server, [role]);
    expect(await server.refused(print, input, other), role).toBe('ROLE_REQUIRED');
    expect(await taken(other)).toEqual([]);
  }
  const member = await newMember(server);
  expect((await server.ask(print, input, { token: member.token })).status).toBe(401);
  const wrong = { ...input, report: 'everything' };
  expect(await server.refused(print, wrong, approver)).toBe('INVALID_INPUT');
});
