-- Explains the ledger with statements that run: one loan, from two investors' orders to its fee.
-- docs/ledger.sql.out contains the output; a test runs the statements again and compares.

-- 1. Every dollar that arrives is booked to suspense until its owner is known. Debits are
--    positive, credits are negative, and the lines of a transfer sum to zero.
select ledger.post(
  '{receipt:1}', '{receipt}', '{2026-11-20}', '{0}', '{}'::text[] || '{"bank line 00000001"}',
  '{receipt:1,receipt:1}', '{trust_bank,suspense}', '{0,0}', '{0,0}', '{0,0}', '{20000,-20000}');

-- 2. The virtual account identifies the order, so the money moves from suspense to the order.
select ledger.post(
  '{order:1:receipt:1}', '{payment}', '{2026-11-20}', '{7}', '{""}',
  '{order:1:receipt:1,order:1:receipt:1}', '{suspense,order_funds}', '{0,0}', '{0,1}', '{0,0}',
  '{20000,-20000}');

-- 3. Posting is idempotent: a transfer with a known id moves nothing a second time.
select ledger.post(
  '{order:1:receipt:1}', '{payment}', '{2026-11-20}', '{7}', '{""}',
  '{order:1:receipt:1,order:1:receipt:1}', '{suspense,order_funds}', '{0,0}', '{0,1}', '{0,0}',
  '{20000,-20000}');

-- 4. A second investor pays 10,000 in the same way.
select ledger.post(
  '{receipt:2,order:2:receipt:2}', '{receipt,payment}', '{2026-11-20,2026-11-20}',
  '{0,7}', '{"",""}',
  '{receipt:2,receipt:2,order:2:receipt:2,order:2:receipt:2}',
  '{trust_bank,suspense,suspense,order_funds}', '{0,0,0,0}', '{0,0,0,2}', '{0,0,0,0}',
  '{10000,-10000,10000,-10000}');

-- 5. This query shows the balance of each account, with the account's natural sign.
select kind, order_id, loan_id, member_id, balance from ledger.balance order by kind, order_id;

-- 6. The loan is disbursed: 30,000 leave the orders, 29,085 go to the borrower's bank, and
--    900 + 15 are our fees. The borrower now owes 30,000, and each investor owns a part of it.
select ledger.post(
  '{disburse:7}', '{disbursement}', '{2026-11-24}', '{7}', '{""}',
  array_fill('disburse:7'::text, array[9]),
  '{order_funds,order_funds,trust_bank,platform_due,fee_receivable,
    fee_income,loan_receivable,investor_claim,investor_claim}',
  '{0,0,0,0,0,0,7,7,7}', '{1,2,0,0,0,0,0,1,2}', '{0,0,0,0,0,0,0,0,0}',
  '{20000,10000,-29085,-915,915,-915,30000,-20000,-10000}');

-- 7. A fee is booked including its VAT. At the day's close one transfer moves the VAT contained
--    in the fees of the tax period: 915 x 5 / 105 is 44, rounded to the nearest dollar.
select ledger.post(
  '{vat:2026-11-24:1}', '{vat_due}', '{2026-11-24}', '{0}', '{""}',
  array_fill('vat:2026-11-24:1'::text, array[2]), '{fee_income,vat_payable}',
  '{0,0}', '{0,0}', '{0,0}', '{44,-44}');

-- 8. The client money at the bank equals the money owed to clients, to the dollar.
select
  sum(balance) filter (where kind = 'trust_bank') as trust_bank,
  sum(balance) filter (where kind in ('order_funds', 'suspense', 'borrower_prepaid',
    'payable_to_investor', 'refund_payable', 'platform_due')) as owed_from_it
from ledger.balance;

-- 9. Client money cannot be overdrawn: the account's lower limit refuses it, and nothing is
-- written.
select ledger.post(
  '{too much}', '{payment}', '{2026-11-24}', '{7}', '{""}',
  '{too much,too much}', '{order_funds,trust_bank}', '{0,0}', '{1,0}', '{0,0}', '{1,-1}');

-- 10. A transfer that does not sum to zero is refused.
select ledger.post(
  '{unbalanced}', '{payment}', '{2026-11-24}', '{7}', '{""}',
  '{unbalanced,unbalanced}', '{suspense,order_funds}', '{0,0}', '{0,1}', '{0,0}', '{5,-4}');

-- 11. Entries cannot be changed; a correction is a new transfer.
update ledger.entry set amount = 1;

-- 12. This query shows the history of the loan, oldest first.
select t.id, a.kind, a.order_id, e.amount
from ledger.transfer t
join ledger.entry e on e.transfer_id = t.id
join ledger.account a on a.id = e.account_id
where t.loan_id = 7
order by t.booked_on, t.id, e.line;
