// Tables whose rows no job deletes by age, and why. A test holds them and the rules of `periods.ts`
// against the tables of the database.

/** Books and evidence that the law wants kept: no job deletes a row of these tables. */
export const keptByLaw: Readonly<Record<string, readonly string[]>> = {
  '商業會計法第三十八條: vouchers for five years, books for ten': [
    ...['ledger.kind', 'ledger.account', 'ledger.transfer', 'ledger.entry', 'ledger.closed'],
    ...['ledger.day_total', 'ledger.added_up', 'ledger.vat_day', 'ledger.proof'],
    ...['ledger.seal', 'ledger.sealing', 'banking.virtual_account', 'banking.serial'],
    ...['banking.trust_account', 'banking.receipt', 'banking.recourse', 'banking.batch'],
    ...['banking.batch_item', 'banking.payment', 'banking.payment_booking', 'banking.layout'],
    ...['banking.statement', 'banking.statement_problem', 'banking.bank_line'],
    ...['banking.bank_day', 'banking.closed_day', 'banking.reopening', 'banking.sign_off'],
    ...['banking.booking', 'banking.booking_file', 'banking.statement_rollback'],
    ...['banking.payer_source', 'banking.cover', 'ledger.shortfall'],
    'verification.payout_hold',
    ...['banking.difference', 'banking.reconciled', 'investing.funding', 'investing.order'],
    ...['investing.refund', 'investing.statement', 'servicing.instalment', 'servicing.share'],
    'servicing.lent',
    ...['servicing.allocation', 'servicing.distribution', 'servicing.payout'],
    ...['servicing.prepayment', 'servicing.court_cost', 'servicing.write_off'],
    ...['mandates.file', 'mandates.answer', 'mandates.debit', 'mandates.double'],
    ...['invoices.track', 'invoices.invoice', 'invoices.allowance', 'invoices.fee'],
    'invoices.message',
    ...['proofs.pending', 'proofs.leaf', 'proofs.tile', 'proofs.checkpoint', 'proofs.stamp'],
    'proofs.cosignature',
    ...['reports.bank_letter', 'reports.trust_report', 'reports.trust_line', 'reports.trust_node'],
  ],
  '隱私權政策第六條第二款: contracts and repayment records, five years after the last claim': [
    ...['lending.plan', 'lending.scorecard', 'lending.loan', 'lending.case_number'],
    ...['lending.consent', 'lending.document', 'lending.reminder', 'lending.signature'],
    ...['lending.contract', 'lending.lifted_loss', 'investing.order_notice'],
    'investing.exposure',
    ...['servicing.acceleration', 'servicing.contact', 'servicing.promise'],
    ...['servicing.collector', 'servicing.legal_file', 'servicing.hearing'],
    'servicing.placement',
    ...['servicing.measure', 'servicing.poll', 'servicing.ballot'],
    'servicing.holiday_change',
    ...['servicing.negotiation_request', 'servicing.negotiation_paper'],
    ...['servicing.negotiation', 'servicing.agreement', 'servicing.negotiated_share'],
    ...['mandates.mandate', 'mandates.registration'],
    ...['reports.loan_return', 'settings.version', 'content.policy', 'content.policy_version'],
    ...['messages.wording', 'messages.broadcast', 'content.release'],
  ],
  '個人資料保護法施行細則第十二條第二項第十款: traces of the use of personal data': [
    ...['tasks.audit', 'tasks.seal', 'tasks.sealing', 'tasks.proof', 'tasks.task'],
    ...['tasks.verification', 'tasks.absence', 'tasks.approval_limit', 'identity.operator'],
    'tasks.approved',
    'verification.happening',
    ...['identity.api_access', 'identity.partner'],
  ],
};

/** 隱私權政策第六條第一款: erased with the person, by `server/verification/erasure/`. */
export const erasedWithPerson: readonly string[] = [
  ...['identity.member', 'identity.device', 'identity.passkey', 'notices.preference'],
  'notices.push_device',
  ...['verification.profile', 'verification.upload', 'verification.bank_account'],
  ...['verification.financial_statement', 'verification.account_change', 'verification.trace'],
  ...['verification.screening_hit', 'verification.address_key', 'lending.contact_key'],
  'invoices.preference',
  ...['investing.suitability', 'investing.suitability_notice'],
  ...['tasks.note', 'tasks.note_file', 'tasks.mention'],
];

/** Tables that do not grow without end, because something else than time limits their rows. */
export const bounded: Readonly<Record<string, readonly string[]>> = {
  'a fixed number of rows': [
    ...[
      'app.setting',
      'app.job',
      'app.judged',
      'app.schema',
      'app.data_key',
      'app.hash_key',
      'proofs.beginning',
      'content.stamp',
      'invoices.progress',
    ],
  ],
  'a few rows a day': ['reports.visit', 'reports.sending', 'servicing.holiday'],
  'two rows for each loan': ['servicing.letter_day'],
  'twelve rows a year': ['reports.book_month'],
  'twelve rows a year for each late borrower': ['reports.book_late'],
  'nothing is added any more': ['reports.book_file'],
  'what people at the office make': [
    ...[
      'tasks.view',
      'tasks.turn',
      'reports.schedule',
      'reports.schedule_recipient',
      'content.image',
      'content.rendition',
      'content.article',
      'content.ad',
    ],
    ...['content.question', 'content.synonyms', 'content.entry', 'content.loaded'],
  ],
  'at most one row for each reader and text': ['content.vote'],
  'a few rows for each member': ['investing.dot', 'webhooks.endpoint'],
  'a few rows for each event, with which they are deleted': ['webhooks.attempt'],
  'only in a demonstration': [
    ...['sandbox.report', 'sandbox.payment', 'sandbox.day_end', 'sandbox.invoice_message'],
    ...['sandbox.collection', 'sandbox.mandate', 'sandbox.refusal'],
  ],
};
