// Tests that a statement file settles the payment of a fee sweep.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bankingOffice as office } from '#contract/banking/office.ts';
import { newDesk, payReserve } from '../../../tests/actors/bookings.ts';
import {
  checkBatches,
  commitStatements,
  disburse,
  EXAMPLE,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });

test('a fee sweep is booked by the line of a statement file that names it', async () => {
  const desk = await newDesk(server);
  await payReserve(server, 50_000);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  const sweep = { kind: 'fee_sweep', reason: '十一月服務費', amount: 3_000 } as const;
  const id = await desk.propose(sweep);
  await checkBatches(server, desk.checker);
  const silent = { ...server.services.bank, sendBatch: async () => {} };
  const services = { ...server.services, demonstration: null, bank: silent };
  await drain(services);
  expect(await desk.read(id)).toMatchObject({ state: 'ordered' });

  const columns = { date: '交易日', seq: '序號', credit: '存入', debit: '支出' };
  const more = { virtualAccount: '虛擬帳號', reference: '備註' };
  const mapping = { bank: '812', columns: { ...columns, ...more } };
  const input = { name: '信託銀行', mapping };
  const { data: layout } = await server.ok(office.saveLayout, input, desk.maker);
  const head = Object.values(mapping.columns).join(',');
  const line = `${today(server)},${randomUUID().slice(0, 20)},,3000,,sweep-${id}-1`;
  const bytes = Buffer.from(`${head}\r\n${line}\r\n`);
  const file = { name: 'file', filename: 'a.csv', type: 'text/csv', bytes };
  const how = { token: desk.maker.token, files: [file] };
  const { data } = await server.ok(office.importStatement, { layout: layout.id }, how);
  await commitStatements(server, desk.checker, services);
  const after = (await server.ok(office.getStatement, { id: data.id }, desk.maker)).data;
  expect(after).toMatchObject({ booked: 1, passedOver: 0 });
  expect(await desk.read(id)).toMatchObject({ state: 'booked' });
});
