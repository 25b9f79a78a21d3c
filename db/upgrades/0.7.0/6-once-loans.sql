-- What is written once (decision 101), second part: loans, repayment, and what members proved.

comment on column lending.consent.loan_id is 'once';
comment on column lending.consent.member_id is 'once';
comment on column lending.consent.kind is 'once';
comment on column lending.consent.version is 'once';
comment on column lending.consent.address is 'once';
comment on column lending.consent.given_at is 'once';

comment on column lending.contract.id is 'once';
comment on column lending.contract.loan_id is 'once';
comment on column lending.contract.kind is 'once';
comment on column lending.contract.order_id is 'once';
comment on column lending.contract.version is 'once';
comment on column lending.contract.sha256 is 'once';
comment on column lending.contract.created_at is 'once';

comment on column lending.document.upload_id is 'once';
comment on column lending.document.loan_id is 'once';
comment on column lending.document.round is 'once';
comment on column lending.document.item is 'once';
comment on column lending.document.created_at is 'once';

comment on column lending.lifted_loss.loan_id is 'once';
comment on column lending.lifted_loss.reason is 'once';
comment on column lending.lifted_loss.lifted_by is 'once';
comment on column lending.lifted_loss.lifted_at is 'once';

comment on column lending.loan.id is 'once';
comment on column lending.loan.case_no is 'once';
comment on column lending.loan.member_id is 'once';
comment on column lending.loan.plan_id is 'once';
comment on column lending.loan.purpose is 'once';
comment on column lending.loan.occupation is 'once';
comment on column lending.loan.bands is 'once';
comment on column lending.loan.created_at is 'once';

comment on column lending.plan.id is 'once';
comment on column lending.plan.version is 'once';
comment on column lending.plan.investor_fee_bps is 'once';
comment on column lending.plan.created_at is 'once';

comment on column lending.scorecard.version is 'once';
comment on column lending.scorecard.card is 'once';
comment on column lending.scorecard.created_at is 'once';

comment on column lending.signature.loan_id is 'once';

comment on column servicing.acceleration.id is 'once';
comment on column servicing.acceleration.loan_id is 'once';
comment on column servicing.acceleration.notice_on is 'once';

comment on column servicing.agreement.negotiation_id is 'once';
comment on column servicing.agreement.member_id is 'once';
comment on column servicing.agreement.weight is 'once';

comment on column servicing.allocation.id is 'once';
comment on column servicing.allocation.loan_id is 'once';
comment on column servicing.allocation.receipt_id is 'once';
comment on column servicing.allocation.batch is 'once';
comment on column servicing.allocation.instalment_no is 'once';
comment on column servicing.allocation.class is 'once';
comment on column servicing.allocation.amount is 'once';
comment on column servicing.allocation.allocated_on is 'once';

comment on column servicing.ballot.poll_id is 'once';
comment on column servicing.ballot.member_id is 'once';
comment on column servicing.ballot.weight is 'once';

comment on column servicing.court_cost.id is 'once';
comment on column servicing.court_cost.loan_id is 'once';
comment on column servicing.court_cost.amount is 'once';
comment on column servicing.court_cost.forgiven is 'once';
comment on column servicing.court_cost.paid_on is 'once';
comment on column servicing.court_cost.what is 'once';

comment on column servicing.distribution.batch is 'once';
comment on column servicing.distribution.order_id is 'once';
comment on column servicing.distribution.loan_id is 'once';
comment on column servicing.distribution.member_id is 'once';
comment on column servicing.distribution.instalment_no is 'once';
comment on column servicing.distribution.principal is 'once';
comment on column servicing.distribution.interest is 'once';
comment on column servicing.distribution.late_interest is 'once';
comment on column servicing.distribution.penalty is 'once';
comment on column servicing.distribution.prepayment_fee is 'once';
comment on column servicing.distribution.fee is 'once';

comment on column servicing.holiday.day is 'once';
comment on column servicing.holiday.name is 'once';
comment on column servicing.holiday.business is 'once';
comment on column servicing.holiday.change_id is 'once';

comment on column servicing.holiday_change.id is 'once';
comment on column servicing.holiday_change.act is 'once';
comment on column servicing.holiday_change.days is 'once';
comment on column servicing.holiday_change.confirm_by is 'once';
comment on column servicing.holiday_change.made_by is 'once';
comment on column servicing.holiday_change.made_at is 'once';

comment on column servicing.instalment.loan_id is 'once';
comment on column servicing.instalment.version is 'once';
comment on column servicing.instalment.no is 'once';
comment on column servicing.instalment.due_on is 'once';
comment on column servicing.instalment.principal is 'once';
comment on column servicing.instalment.interest is 'once';
comment on column servicing.instalment.prepayment_interest is 'once';
comment on column servicing.instalment.prepaid_until is 'once';
comment on column servicing.instalment.accelerated is 'once';
comment on column servicing.instalment.arrears_interest is 'once';
comment on column servicing.instalment.arrears_late_interest is 'once';
comment on column servicing.instalment.arrears_penalty is 'once';

comment on column servicing.measure.id is 'once';
comment on column servicing.measure.loan_id is 'once';
comment on column servicing.measure.kind is 'once';
comment on column servicing.measure.amount is 'once';
comment on column servicing.measure.day is 'once';
comment on column servicing.measure.reason is 'once';
comment on column servicing.measure.maker_id is 'once';
comment on column servicing.measure.created_at is 'once';

comment on column servicing.negotiated_share.negotiation_id is 'once';
comment on column servicing.negotiated_share.order_id is 'once';
comment on column servicing.negotiated_share.remaining is 'once';

comment on column servicing.negotiation.id is 'once';
comment on column servicing.negotiation.loan_id is 'once';
comment on column servicing.negotiation.version is 'once';
comment on column servicing.negotiation.base_on is 'once';
comment on column servicing.negotiation.rate_bps is 'once';
comment on column servicing.negotiation.installments is 'once';
comment on column servicing.negotiation.grace_months is 'once';
comment on column servicing.negotiation.first_due_on is 'once';
comment on column servicing.negotiation.waive_interest is 'once';
comment on column servicing.negotiation.waive_late is 'once';
comment on column servicing.negotiation.waive_penalty is 'once';
comment on column servicing.negotiation.principal is 'once';
comment on column servicing.negotiation.interest is 'once';
comment on column servicing.negotiation.late_interest is 'once';
comment on column servicing.negotiation.penalty is 'once';
comment on column servicing.negotiation.before is 'once';
comment on column servicing.negotiation.maker_id is 'once';
comment on column servicing.negotiation.drafted_at is 'once';

comment on column servicing.payout.id is 'once';
comment on column servicing.payout.member_id is 'once';
comment on column servicing.payout.kind is 'once';
comment on column servicing.payout.loan_id is 'once';
comment on column servicing.payout.created_on is 'once';
comment on column servicing.payout.receipt_id is 'once';

comment on column servicing.poll.id is 'once';
comment on column servicing.poll.loan_id is 'once';
comment on column servicing.poll.opened_at is 'once';
comment on column servicing.poll.closes_at is 'once';

comment on column servicing.prepayment.id is 'once';
comment on column servicing.prepayment.loan_id is 'once';
comment on column servicing.prepayment.kind is 'once';
comment on column servicing.prepayment.mode is 'once';
comment on column servicing.prepayment.principal is 'once';
comment on column servicing.prepayment.interest is 'once';
comment on column servicing.prepayment.late_charges is 'once';
comment on column servicing.prepayment.fee is 'once';
comment on column servicing.prepayment.total is 'once';
comment on column servicing.prepayment.good_on is 'once';
comment on column servicing.prepayment.created_at is 'once';
comment on column servicing.prepayment.instalment_min is 'once';

comment on column servicing.promise.id is 'once';
comment on column servicing.promise.loan_id is 'once';
comment on column servicing.promise.operator_id is 'once';
comment on column servicing.promise.amount is 'once';
comment on column servicing.promise.made_on is 'once';
comment on column servicing.promise.due_on is 'once';
comment on column servicing.promise.note is 'once';

comment on column servicing.share.order_id is 'once';
comment on column servicing.share.loan_id is 'once';
comment on column servicing.share.member_id is 'once';
comment on column servicing.share.principal is 'once';
comment on column servicing.share.forgiven is 'once';
comment on column servicing.share.forgiven_on is 'once';

comment on column servicing.write_off.loan_id is 'once';
comment on column servicing.write_off.written_off_on is 'once';
comment on column servicing.write_off.late_days is 'once';
comment on column servicing.write_off.principal is 'once';
comment on column servicing.write_off.interest is 'once';
comment on column servicing.write_off.late_charges is 'once';
comment on column servicing.write_off.court_costs is 'once';
comment on column servicing.write_off.reason is 'once';
comment on column servicing.write_off.proposed_by is 'once';
comment on column servicing.write_off.approved_by is 'once';

comment on column settings.version.id is 'once';
comment on column settings.version.name is 'once';
comment on column settings.version.number is 'once';
comment on column settings.version.value is 'once';
comment on column settings.version.reason is 'once';
comment on column settings.version.made_by is 'once';
comment on column settings.version.made_at is 'once';
comment on column settings.version.effective_on is 'once';

comment on column messages.wording.id is 'once';
comment on column messages.wording.kind is 'once';
comment on column messages.wording.way is 'once';
comment on column messages.wording.version is 'once';
comment on column messages.wording.title is 'once';
comment on column messages.wording.body is 'once';
comment on column messages.wording.reason is 'once';
comment on column messages.wording.made_by is 'once';
comment on column messages.wording.made_at is 'once';
comment on column messages.wording.restored_from is 'once';

comment on column tasks.task.id is 'once';
comment on column tasks.task.kind is 'once';
comment on column tasks.task.subject_type is 'once';
comment on column tasks.task.subject_id is 'once';
comment on column tasks.task.maker_id is 'once';

comment on column verification.account_change.id is 'once';
comment on column verification.account_change.member_id is 'once';
comment on column verification.account_change.kind is 'once';
comment on column verification.account_change.bank_account_id is 'once';
comment on column verification.account_change.reason is 'once';
comment on column verification.account_change.requested_at is 'once';

comment on column verification.bank_account.id is 'once';
comment on column verification.bank_account.member_id is 'once';
comment on column verification.bank_account.bank_code is 'once';
comment on column verification.bank_account.branch_code is 'once';
comment on column verification.bank_account.created_at is 'once';

comment on column verification.financial_statement.id is 'once';
comment on column verification.financial_statement.member_id is 'once';
comment on column verification.financial_statement.kind is 'once';
comment on column verification.financial_statement.monthly_income is 'once';
comment on column verification.financial_statement.from_day is 'once';
comment on column verification.financial_statement.to_day is 'once';
comment on column verification.financial_statement.uploads is 'once';
comment on column verification.financial_statement.created_at is 'once';

comment on column verification.payout_hold.id is 'once';
comment on column verification.payout_hold.member_id is 'once';
comment on column verification.payout_hold.reason is 'once';
comment on column verification.payout_hold.held_by is 'once';
comment on column verification.payout_hold.held_at is 'once';
comment on column verification.payout_hold.cause is 'once';
