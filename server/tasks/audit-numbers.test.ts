// Tests that the audit log shows cases and orders by the numbers that people know.
import { auditList } from '#contract/tasks/lists.ts';
import { expect, test } from 'vitest';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { audited, newOffice } from '../lending/testing/cases.ts';
import { inWork } from '../work.ts';
import { recordMove } from './recording.ts';

const server = useServer();

test('cases and orders have the numbers that people know, and are found by them', async () => {
  const { loan } = await audited(server, await newOffice(server));
  const orderId = 1234;
  await inWork(server.services, (work) =>
    recordMove(work, { subject: { type: 'order', id: orderId }, action: 'audit.exported' }),
  );
  const { token } = await newOperator(server, ['auditor']);
  const find = async (subjectNo: string) => {
    const { data } = await server.ok(auditList, { subjectNo }, { token });
    return data.map(({ subject }) => ({ type: subject.type, number: subject.number }));
  };
  const cases = await find(loan.caseNo.slice(1).replace('-', ''));
  expect(cases.length).toBeGreaterThan(0);
  for (const found of cases) expect(found).toEqual({ type: 'loan', number: loan.caseNo });
  const number = orderNoOf(orderId);
  expect(await find(number.toLowerCase())).toEqual([{ type: 'order', number }]);
  expect(await find('A20990101-001')).toEqual([]);
});
