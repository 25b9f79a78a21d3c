-- What is written once (decision 101), first part: banks, orders, fees and signed reports. A column
-- whose comment begins with `once` gets its value with the row and never another; db/grants.sql
-- grants the program the right to update the other columns only.

comment on column banking.bank_day.day is 'once';

comment on column banking.bank_line.bank is 'once';
comment on column banking.bank_line.bank_date is 'once';
comment on column banking.bank_line.seq is 'once';
comment on column banking.bank_line.recorded_at is 'once';
comment on column banking.bank_line.statement_id is 'once';

comment on column banking.batch.id is 'once';
comment on column banking.batch.kind is 'once';
comment on column banking.batch.released_by is 'once';
comment on column banking.batch.released_at is 'once';

comment on column banking.batch_item.batch_id is 'once';
comment on column banking.batch_item.subject_id is 'once';
comment on column banking.batch_item.amount is 'once';

comment on column banking.booking.id is 'once';
comment on column banking.booking.kind is 'once';
comment on column banking.booking.amount is 'once';
comment on column banking.booking.entries is 'once';
comment on column banking.booking.reason is 'once';
comment on column banking.booking.line_bank is 'once';
comment on column banking.booking.line_date is 'once';
comment on column banking.booking.line_seq is 'once';
comment on column banking.booking.line_amount is 'once';
comment on column banking.booking.receipt_id is 'once';
comment on column banking.booking.reverses_id is 'once';
comment on column banking.booking.maker_id is 'once';
comment on column banking.booking.made_at is 'once';

comment on column banking.booking_file.id is 'once';
comment on column banking.booking_file.booking_id is 'once';
comment on column banking.booking_file.filename is 'once';
comment on column banking.booking_file.content_type is 'once';
comment on column banking.booking_file.added_by is 'once';
comment on column banking.booking_file.added_at is 'once';

comment on column banking.closed_day.bank is 'once';
comment on column banking.closed_day.day is 'once';
comment on column banking.closed_day.source is 'once';
comment on column banking.closed_day.closing is 'once';
comment on column banking.closed_day.statement_id is 'once';
comment on column banking.closed_day.closed_at is 'once';

comment on column banking.cover.shortfall_id is 'once';
comment on column banking.cover.amount is 'once';
comment on column banking.cover.reference is 'once';
comment on column banking.cover.maker_id is 'once';
comment on column banking.cover.checker_id is 'once';
comment on column banking.cover.confirmed_on is 'once';
comment on column banking.cover.confirmed_at is 'once';

comment on column banking.difference.id is 'once';
comment on column banking.difference.key is 'once';
comment on column banking.difference.reference is 'once';

comment on column banking.payer_source.receipt_id is 'once';

comment on column banking.payment.id is 'once';
comment on column banking.payment.purpose is 'once';
comment on column banking.payment.subject_id is 'once';
comment on column banking.payment.member_id is 'once';
comment on column banking.payment.bank_code is 'once';
comment on column banking.payment.amount is 'once';
comment on column banking.payment.memo is 'once';
comment on column banking.payment.reference is 'once';
comment on column banking.payment.created_at is 'once';
comment on column banking.payment.source_id is 'once';

comment on column banking.payment_booking.reference is 'once';
comment on column banking.payment_booking.outcome is 'once';
comment on column banking.payment_booking.amount is 'once';
comment on column banking.payment_booking.bank_date is 'once';
comment on column banking.payment_booking.booked_on is 'once';

comment on column banking.receipt.id is 'once';
comment on column banking.receipt.bank is 'once';
comment on column banking.receipt.bank_date is 'once';
comment on column banking.receipt.at is 'once';
comment on column banking.receipt.type is 'once';
comment on column banking.receipt.sign is 'once';
comment on column banking.receipt.reverses is 'once';
comment on column banking.receipt.virtual_account is 'once';
comment on column banking.receipt.from_bank is 'once';
comment on column banking.receipt.memo is 'once';
comment on column banking.receipt.recorded_at is 'once';
comment on column banking.receipt.statement_id is 'once';

comment on column banking.recourse.receipt_id is 'once';
comment on column banking.recourse.loan_id is 'once';
comment on column banking.recourse.member_id is 'once';
comment on column banking.recourse.label is 'once';
comment on column banking.recourse.covered_on is 'once';

comment on column banking.reopening.id is 'once';
comment on column banking.reopening.day is 'once';
comment on column banking.reopening.reason is 'once';
comment on column banking.reopening.asked_by is 'once';
comment on column banking.reopening.asked_at is 'once';

comment on column banking.sign_off.id is 'once';
comment on column banking.sign_off.day is 'once';
comment on column banking.sign_off.closing is 'once';
comment on column banking.sign_off.books is 'once';
comment on column banking.sign_off.owed is 'once';
comment on column banking.sign_off.unexplained is 'once';
comment on column banking.sign_off.differences is 'once';
comment on column banking.sign_off.note is 'once';
comment on column banking.sign_off.signed_by is 'once';
comment on column banking.sign_off.signed_at is 'once';

comment on column banking.statement.id is 'once';
comment on column banking.statement.sha256 is 'once';
comment on column banking.statement.size is 'once';

comment on column banking.statement_problem.statement_id is 'once';
comment on column banking.statement_problem.line is 'once';
comment on column banking.statement_problem.why is 'once';

comment on column banking.statement_rollback.id is 'once';
comment on column banking.statement_rollback.statement_id is 'once';
comment on column banking.statement_rollback.reason is 'once';
comment on column banking.statement_rollback.asked_by is 'once';
comment on column banking.statement_rollback.asked_at is 'once';

comment on column banking.virtual_account.account is 'once';
comment on column banking.virtual_account.subject_type is 'once';
comment on column banking.virtual_account.subject_id is 'once';
comment on column banking.virtual_account.issued_at is 'once';

comment on column investing.exposure.member_id is 'once';

comment on column investing.funding.loan_id is 'once';
comment on column investing.funding.borrower_id is 'once';
comment on column investing.funding.target is 'once';

comment on column investing."order".id is 'once';
comment on column investing."order".loan_id is 'once';
comment on column investing."order".member_id is 'once';
comment on column investing."order".amount is 'once';
comment on column investing."order".virtual_account is 'once';
comment on column investing."order".pay_by is 'once';
comment on column investing."order".parent_id is 'once';
comment on column investing."order".risk_version is 'once';
comment on column investing."order".idempotency_key is 'once';
comment on column investing."order".created_at is 'once';
comment on column investing."order".access_id is 'once';

comment on column investing.refund.id is 'once';
comment on column investing.refund.order_id is 'once';
comment on column investing.refund.member_id is 'once';
comment on column investing.refund.whole is 'once';
comment on column investing.refund.created_at is 'once';
comment on column investing.refund.receipt_id is 'once';

comment on column investing.suitability.id is 'once';
comment on column investing.suitability.member_id is 'once';
comment on column investing.suitability.version is 'once';
comment on column investing.suitability.answers is 'once';
comment on column investing.suitability.score is 'once';
comment on column investing.suitability.profile is 'once';
comment on column investing.suitability.risk_version is 'once';
comment on column investing.suitability.answered_at is 'once';
comment on column investing.suitability.valid_until is 'once';

comment on column invoices.allowance.id is 'once';
comment on column invoices.allowance.number is 'once';
comment on column invoices.allowance.invoice_id is 'once';
comment on column invoices.allowance.issued_on is 'once';
comment on column invoices.allowance.issued_at is 'once';
comment on column invoices.allowance.total is 'once';
comment on column invoices.allowance.tax is 'once';
comment on column invoices.allowance.reason is 'once';

comment on column invoices.fee.transfer_id is 'once';
comment on column invoices.fee.booked_on is 'once';
comment on column invoices.fee.kind is 'once';
comment on column invoices.fee.loan_id is 'once';
comment on column invoices.fee.refund_id is 'once';
comment on column invoices.fee.member_id is 'once';
comment on column invoices.fee.own is 'once';
comment on column invoices.fee.shared is 'once';

comment on column invoices.invoice.id is 'once';
comment on column invoices.invoice.track_id is 'once';
comment on column invoices.invoice.number is 'once';
comment on column invoices.invoice.issued_on is 'once';
comment on column invoices.invoice.issued_at is 'once';
comment on column invoices.invoice.member_id is 'once';
comment on column invoices.invoice.kind is 'once';
comment on column invoices.invoice.loan_id is 'once';
comment on column invoices.invoice.carrier is 'once';
comment on column invoices.invoice.random_code is 'once';
comment on column invoices.invoice.total is 'once';
comment on column invoices.invoice.tax is 'once';

comment on column invoices.message.id is 'once';
comment on column invoices.message.type is 'once';
comment on column invoices.message.about is 'once';
comment on column invoices.message.invoice_id is 'once';
comment on column invoices.message.allowance_id is 'once';
comment on column invoices.message.track_id is 'once';
comment on column invoices.message.created_at is 'once';

comment on column invoices.track.id is 'once';
comment on column invoices.track.period_from is 'once';
comment on column invoices.track.letters is 'once';
comment on column invoices.track.first_no is 'once';
comment on column invoices.track.last_no is 'once';
comment on column invoices.track.added_by is 'once';
comment on column invoices.track.added_at is 'once';

comment on column ledger.day_total.day is 'once';
comment on column ledger.day_total.transfer_kind is 'once';
comment on column ledger.day_total.kind is 'once';

comment on column ledger.vat_day.day is 'once';
comment on column ledger.vat_day.period_from is 'once';

comment on column mandates.answer.id is 'once';
comment on column mandates.answer.name is 'once';
comment on column mandates.answer.type is 'once';
comment on column mandates.answer.records is 'once';
comment on column mandates.answer.sha256 is 'once';
comment on column mandates.answer.read_at is 'once';
comment on column mandates.answer.failure is 'once';

comment on column mandates.debit.id is 'once';
comment on column mandates.debit.member_id is 'once';
comment on column mandates.debit.subject is 'once';
comment on column mandates.debit.loan_id is 'once';
comment on column mandates.debit.version is 'once';
comment on column mandates.debit.no is 'once';
comment on column mandates.debit.order_id is 'once';
comment on column mandates.debit.attempt is 'once';
comment on column mandates.debit.created_at is 'once';

comment on column mandates.double.receipt_id is 'once';
comment on column mandates.double.debit_id is 'once';
comment on column mandates.double.amount is 'once';
comment on column mandates.double.payout_id is 'once';
comment on column mandates.double.returned_at is 'once';

comment on column mandates.file.id is 'once';
comment on column mandates.file.type is 'once';
comment on column mandates.file.reference is 'once';
comment on column mandates.file.records is 'once';
comment on column mandates.file.total is 'once';
comment on column mandates.file.sha256 is 'once';
comment on column mandates.file.created_at is 'once';

comment on column mandates.mandate.id is 'once';
comment on column mandates.mandate.member_id is 'once';
comment on column mandates.mandate.bank_account_id is 'once';
comment on column mandates.mandate.covers_loans is 'once';
comment on column mandates.mandate.covers_orders is 'once';
comment on column mandates.mandate.ceiling is 'once';
comment on column mandates.mandate.text_version is 'once';
comment on column mandates.mandate.text_sha256 is 'once';
comment on column mandates.mandate.signed_at is 'once';
comment on column mandates.mandate.step_up_reference is 'once';
comment on column mandates.mandate.step_up_at is 'once';

comment on column mandates.registration.id is 'once';
comment on column mandates.registration.mandate_id is 'once';
comment on column mandates.registration.action is 'once';

comment on column reports.bank_letter.id is 'once';
comment on column reports.bank_letter.day is 'once';
comment on column reports.bank_letter.amount is 'once';
comment on column reports.bank_letter.filename is 'once';
comment on column reports.bank_letter.content_type is 'once';
comment on column reports.bank_letter.added_by is 'once';
comment on column reports.bank_letter.added_at is 'once';

comment on column reports.trust_report.id is 'once';
comment on column reports.trust_report.month is 'once';
comment on column reports.trust_report.letter_id is 'once';
comment on column reports.trust_report.figures is 'once';
comment on column reports.trust_report.members is 'once';
comment on column reports.trust_report.members_amount is 'once';
comment on column reports.trust_report.root is 'once';
comment on column reports.trust_report.signed_by is 'once';
comment on column reports.trust_report.signed_at is 'once';
