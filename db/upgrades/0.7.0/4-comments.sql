-- What each table is kept for, and which personal data it has (db/schema/0201.do.app.sql). The
-- columns that are encrypted are named there, and no longer each by a comment of its own.
comment on column notices.outbox.recipient is null;
comment on column notices.push_device.endpoint is null;
comment on column notices.push_device.keys is null;
comment on column invoices.invoice.code is null;
comment on column invoices.preference.code is null;
comment on column mandates.file.content is null;
comment on column webhooks.endpoint.url is null;
comment on column webhooks.endpoint.secret is null;
comment on column webhooks.endpoint.previous is null;

comment on table app.data_key is
  'kept: bounded, a fixed number of rows; personal: none; plain: check_value';
comment on table app.file_fault is 'kept: period, a year; personal: none; plain: file_key fault';
comment on table app.hash_key is
  'kept: bounded, a fixed number of rows; personal: none; plain: check_value';
comment on table app.idempotency is
  'kept: period, 72 hours; personal: repeats; hashed: input_hash; clear: actor response; '
  'plain: key call';
comment on table app.job is
  'kept: bounded, a fixed number of rows; personal: none; '
  'plain: name each failure retry_request_id';
comment on table app.judged is 'kept: bounded, a fixed number of rows; personal: none; plain: job';
comment on table app.schema is 'kept: bounded, a fixed number of rows; personal: none';
comment on table app.setting is
  'kept: bounded, a fixed number of rows; personal: none; plain: key value';
comment on table banking.bank_day is 'kept: books; personal: none; plain: source';
comment on table banking.bank_line is
  'kept: books; personal: none; plain: bank seq reference source';
comment on table banking.batch is 'kept: books; personal: none; plain: kind state file_sha256';
comment on table banking.batch_item is 'kept: books; personal: none';
comment on table banking.booking is
  'kept: books; personal: none; plain: kind state entries reason line_bank line_seq transfer_id';
comment on table banking.booking_file is
  'kept: books; personal: money; file: stored; clear: filename content_type';
comment on table banking.closed_day is 'kept: books; personal: none; plain: bank source';
comment on table banking.cover is 'kept: books; personal: none; plain: reference';
comment on table banking.difference is
  'kept: books; personal: none; plain: key kind reference reason';
comment on table banking.layout is 'kept: books; personal: none; plain: name mapping';
comment on table banking.payer_source is
  'kept: books; personal: money; sealed: account holder; plain: why bank_code';
comment on table banking.payment is
  'kept: books; personal: money; sealed: account holder; '
  'plain: purpose bank_code memo status reference reason';
comment on table banking.payment_booking is 'kept: books; personal: none; plain: reference outcome';
comment on table banking.receipt is
  'kept: books; personal: money; sealed: from_account from_name; clear: virtual_account memo; '
  'plain: bank seq type sign reverses from_bank subject_type state';
comment on table banking.reconciled is 'kept: books; personal: none';
comment on table banking.recourse is 'kept: books; personal: none; plain: label status';
comment on table banking.reopening is 'kept: books; personal: none; plain: reason';
comment on table banking.serial is 'kept: books; personal: none; plain: company_code';
comment on table banking.sign_off is
  'kept: books; personal: none; plain: note second_note breach reasons';
comment on table banking.statement is
  'kept: books; personal: money; file: stored; clear: preview; '
  'plain: filename sha256 state failure mapping';
comment on table banking.statement_problem is 'kept: books; personal: money; clear: why';
comment on table banking.statement_rollback is 'kept: books; personal: none; plain: reason';
comment on table banking.trust_account is 'kept: books; personal: none; plain: bank';
comment on table banking.virtual_account is
  'kept: books; personal: none; plain: account subject_type';
comment on table content.ad is
  'kept: bounded, what people at the office make; personal: none; '
  'plain: title text link label alt seed_hash';
comment on table content.article is
  'kept: bounded, what people at the office make; personal: none; '
  'plain: type status title excerpt category author audience body related person role quote '
  'seed_hash authors';
comment on table content.entry is
  'kept: bounded, what people at the office make; personal: none; '
  'plain: kind title body words pairs';
comment on table content.image is
  'kept: bounded, what people at the office make; personal: none; plain: drawing stored alt';
comment on table content.loaded is
  'kept: bounded, what people at the office make; personal: none; plain: hash';
comment on table content.policy is 'kept: contracts; personal: none; plain: slug category';
comment on table content.policy_version is
  'kept: contracts; personal: none; plain: title summary body state reason';
comment on table content.preview is 'kept: period, minutes; personal: none; plain: token article';
comment on table content.question is
  'kept: bounded, what people at the office make; personal: none; '
  'plain: slug audience category question answer seed_hash authors';
comment on table content.release is
  'kept: contracts; personal: none; plain: kind fields state authors reason';
comment on table content.rendition is
  'kept: bounded, what people at the office make; personal: none; plain: format bytes';
comment on table content.stamp is 'kept: bounded, a fixed number of rows; personal: none';
comment on table content.synonyms is
  'kept: bounded, what people at the office make; personal: none; plain: groups seed_hash';
comment on table content.vote is
  'kept: bounded, as long as the article; personal: support; hashed: visitor; plain: kind';
comment on table identity.api_access is
  'kept: traces, for audits, because orders name it; personal: security; clear: name; '
  'plain: scopes step_up_reference';
comment on table identity.api_token is
  'kept: period, 30 days after it expires; personal: signing in; hashed: token_hash challenge; '
  'plain: kind redirect_uri scopes';
comment on table identity.browser is
  'kept: period, until closing, or a year after its last sign-in; personal: security; '
  'clear: name agent address';
comment on table identity.captcha_used is 'kept: period, 1 day; personal: none; plain: salt';
comment on table identity.challenge is
  'kept: period, minutes; personal: sign in; hashed: hash; plain: purpose';
comment on table identity.device is 'kept: person, until closing; personal: security; clear: name';
comment on table identity.email_token is
  'kept: period, 2 days; personal: sign in; fingerprint: number_hash; hashed: token_hash; '
  'plain: purpose';
comment on table identity.impersonation is
  'kept: period, a year; personal: security; hashed: link_hash token_hash; clear: reason; '
  'operator: agent address';
comment on table identity.login_failure is
  'kept: period, 1 day; personal: security; fingerprint: key';
comment on table identity.member is
  'kept: person, e-mail until closing, the rest of the row with loans and books; '
  'personal: account; hashed: password_hash; clear: email google_subject purpose';
comment on table identity.operator is
  'kept: traces, with the audit log; personal: staff; sealed: totp_secret; '
  'hashed: password_hash; operator: email name provider_subject; '
  'plain: roles held_roles provider_issuer';
comment on table identity.operator_session is
  'kept: period, 30 days; personal: staff; hashed: token_hash; operator: address agent';
comment on table identity.operator_setup is
  'kept: period, 72 hours, and 2 days after; personal: staff; sealed: totp_secret; '
  'hashed: token_hash; plain: purpose';
comment on table identity.operator_sign_in is
  'kept: period, a year; personal: staff; operator: email address agent; plain: outcome';
comment on table identity.partner is
  'kept: traces; personal: none; plain: client_id name redirect_uris scopes';
comment on table identity.passkey is
  'kept: person, until closing; personal: sign in; fingerprint: user_handle; '
  'clear: credential_id public_key transports name';
comment on table identity.session is
  'kept: period, 30 days; personal: security; hashed: token_hash; clear: address agent; '
  'plain: step_up_reference step_up_act step_up_object';
comment on table identity.sign_in_ticket is
  'kept: period, 2 days; personal: sign in; hashed: token_hash; clear: google_subject; '
  'plain: way';
comment on table identity.sms_code is
  'kept: period, 2 days; personal: sign in; fingerprint: phone_hash code_hash; plain: purpose';
comment on table identity.throttle is
  'kept: period, until the pace is free again; personal: security; clear: key';
comment on table investing.dot is
  'kept: bounded, a few rows for each member; personal: none; plain: type';
comment on table investing.exposure is 'kept: contracts; personal: none';
comment on table investing.funding is 'kept: books; personal: none';
comment on table investing."order" is
  'kept: books; personal: none; plain: virtual_account idempotency_key';
comment on table investing.order_notice is 'kept: contracts; personal: none; plain: kind';
comment on table investing.refund is 'kept: books; personal: none; plain: reason status';
comment on table investing.statement is 'kept: books; personal: none; plain: kind report';
comment on table investing.suitability is
  'kept: person, five years after closing, and after the last loan ended; personal: investing; '
  'clear: answers';
comment on table investing.suitability_notice is 'kept: person; personal: none; plain: kind';
comment on table invoices.allowance is 'kept: books; personal: none; plain: number reason';
comment on table invoices.fee is 'kept: books; personal: none; plain: transfer_id kind';
comment on table invoices.invoice is
  'kept: books; personal: money; sealed: code; '
  'plain: number kind carrier random_code void_reason';
comment on table invoices.message is 'kept: books; personal: none; plain: type about state failure';
comment on table invoices.preference is
  'kept: person, until five years after the account was closed; personal: delivery of invoices; '
  'sealed: code; plain: kind';
comment on table invoices.progress is 'kept: bounded, a fixed number of rows; personal: none';
comment on table invoices.track is 'kept: books; personal: none; plain: letters';
comment on table ledger.account is 'kept: books; personal: none; plain: kind';
comment on table ledger.added_up is 'kept: books; personal: none';
comment on table ledger.closed is 'kept: books; personal: none';
comment on table ledger.day_total is 'kept: books; personal: none; plain: transfer_kind kind';
comment on table ledger.entry is 'kept: books; personal: none; plain: transfer_id';
comment on table ledger.kind is 'kept: books; personal: none; plain: kind entity about';
comment on table ledger.proof is 'kept: books; personal: none; plain: balances laws';
comment on table ledger.seal is 'kept: books; personal: none; plain: transfer_id hash';
comment on table ledger.sealing is 'kept: books; personal: none';
comment on table ledger.shortfall is 'kept: books; personal: none; plain: cause';
comment on table ledger.transfer is 'kept: books; personal: none; plain: id kind memo';
comment on table ledger.vat_day is 'kept: books; personal: none';
comment on table lending.case_number is 'kept: contracts; personal: none';
comment on table lending.consent is
  'kept: contracts, with the loan; personal: contracts; clear: address; plain: kind version';
comment on table lending.contact_key is
  'kept: person, five years after closing; personal: lending; sealed: phone; fingerprint: hash';
comment on table lending.contract is
  'kept: contracts, with the loan; personal: contracts; file: stored; plain: kind sha256';
comment on table lending.document is 'kept: contracts; personal: none; plain: item';
comment on table lending.draft is
  'kept: period, 90 days; personal: lending; sealed: sealed; clear: device';
comment on table lending.lifted_loss is 'kept: contracts; personal: none; plain: reason';
comment on table lending.loan is
  'kept: contracts, five years after its end; personal: lending; sealed: application; '
  'clear: purpose_note supplement reason; '
  'plain: case_no bands score grade settle_type reason_code servicing_terms';
comment on table lending.plan is
  'kept: contracts; personal: none; '
  'plain: slug list_name installments occupations words state summary reason recall_reason';
comment on table lending.reminder is 'kept: contracts; personal: none';
comment on table lending.scorecard is 'kept: contracts; personal: none; plain: card';
comment on table lending.signature is
  'kept: contracts, with the loan; personal: contracts; file: stored; plain: sha256';
comment on table mandates.answer is 'kept: books; personal: none; plain: name type sha256 failure';
comment on table mandates.debit is
  'kept: books; personal: none; plain: subject status code withdrawn';
comment on table mandates.double is 'kept: books; personal: none';
comment on table mandates.file is
  'kept: books; personal: money; sealed: content; plain: type reference sha256';
comment on table mandates.mandate is
  'kept: contracts; personal: none; plain: status text_sha256 step_up_reference reason';
comment on table mandates.registration is 'kept: contracts; personal: none; plain: action code';
comment on table messages.broadcast is
  'kept: contracts; personal: none; plain: title body link category audience status reason';
comment on table messages.broadcast_member is 'kept: period, 180 days; personal: none';
comment on table messages.wording is
  'kept: contracts; personal: none; plain: kind way title body reason state';
comment on table notices.notice is
  'kept: period, 180 days; personal: notices; clear: title body; plain: category link';
comment on table notices.outbox is
  'kept: period, words until sent, the rest 30 days; personal: notices; '
  'sealed: recipient letter; fingerprint: recipient_hash; clear: failure; '
  'plain: channel kind hours request_id trace_parent';
comment on table notices.preference is
  'kept: person; personal: none; plain: mail_off sms_on push_off';
comment on table notices.push_device is
  'kept: person, until the member or the browser ends it, or until closing; personal: notices; '
  'sealed: endpoint keys; fingerprint: endpoint_hash; clear: name';
comment on table proofs.beginning is 'kept: bounded, a fixed number of rows; personal: none';
comment on table proofs.checkpoint is 'kept: books; personal: none; plain: note';
comment on table proofs.cosignature is 'kept: books; personal: none; plain: witness line';
comment on table proofs.leaf is
  'kept: books; personal: none; plain: kind leaf hash opening nullifier';
comment on table proofs.pending is
  'kept: books; personal: none; plain: kind leaf opening nullifier';
comment on table proofs.stamp is 'kept: books; personal: none; plain: token';
comment on table proofs.tile is 'kept: books; personal: none; plain: hashes';
comment on table reports.bank_letter is
  'kept: books; personal: money; file: stored; clear: filename content_type';
comment on table reports.book_file is
  'kept: bounded, nothing is added any more; personal: none; plain: name sha256 stored';
comment on table reports.book_late is
  'kept: bounded, twelve rows a year for each late borrower; personal: none';
comment on table reports.book_month is
  'kept: bounded, twelve rows a year; personal: none; plain: statistics groups';
comment on table reports.loan_return is 'kept: contracts; personal: none';
comment on table reports.schedule is
  'kept: bounded, what people at the office make; personal: none; plain: report rhythm';
comment on table reports.schedule_recipient is
  'kept: bounded, what people at the office make; personal: none';
comment on table reports.sending is 'kept: bounded, a few rows a day; personal: none';
comment on table reports.trust_line is 'kept: books; personal: none; plain: salt';
comment on table reports.trust_node is 'kept: books; personal: none; plain: hash';
comment on table reports.trust_report is 'kept: books; personal: none; plain: figures root';
comment on table reports.visit is 'kept: bounded, a few rows a day; personal: none';
comment on table sandbox.collection is
  'kept: bounded, only in a demonstration; personal: none; plain: reference';
comment on table sandbox.day_end is 'kept: bounded, only in a demonstration; personal: none';
comment on table sandbox.invoice_message is
  'kept: bounded, only in a demonstration; personal: stand-in for the value-added centre; '
  'clear: xml; plain: id type number';
comment on table sandbox.mandate is
  'kept: bounded, only in a demonstration; personal: none; plain: user_no';
comment on table sandbox.payment is
  'kept: bounded, with the demonstration; personal: demonstration; clear: body; plain: reference';
comment on table sandbox.refusal is
  'kept: bounded, with the demonstration; personal: demonstration; clear: account; '
  'plain: type code';
comment on table sandbox.report is
  'kept: bounded, with the demonstration; personal: demonstration; clear: body; plain: kind';
comment on table servicing.acceleration is
  'kept: contracts; personal: none; plain: cause reason outcome';
comment on table servicing.agreement is 'kept: contracts; personal: none';
comment on table servicing.allocation is 'kept: books; personal: none; plain: batch class';
comment on table servicing.ballot is 'kept: contracts; personal: none';
comment on table servicing.collector is 'kept: contracts; personal: none';
comment on table servicing.contact is
  'kept: contracts, with the loan; personal: collection; clear: note; '
  'plain: channel outcome template';
comment on table servicing.court_cost is 'kept: books; personal: none; plain: what';
comment on table servicing.distribution is 'kept: books; personal: none; plain: batch';
comment on table servicing.hearing is
  'kept: contracts; personal: none; plain: purpose place result';
comment on table servicing.holiday is
  'kept: bounded, a few rows a day; personal: none; plain: name';
comment on table servicing.holiday_change is
  'kept: contracts; personal: none; plain: act days state moved';
comment on table servicing.instalment is 'kept: books; personal: none';
comment on table servicing.legal_file is 'kept: contracts; personal: none; plain: court court_no';
comment on table servicing.lent is 'kept: books; personal: none';
comment on table servicing.letter_day is
  'kept: bounded, two rows for each loan; personal: none; plain: letter';
comment on table servicing.measure is 'kept: contracts; personal: none; plain: kind reason status';
comment on table servicing.negotiated_share is 'kept: contracts; personal: none';
comment on table servicing.negotiation is 'kept: contracts; personal: none; plain: status before';
comment on table servicing.negotiation_paper is 'kept: contracts; personal: none';
comment on table servicing.negotiation_request is
  'kept: contracts, with the loan; personal: collection; sealed: note; clear: reason wish';
comment on table servicing.payout is 'kept: books; personal: none; plain: kind status';
comment on table servicing.placement is 'kept: contracts; personal: none; plain: agency reason';
comment on table servicing.poll is 'kept: contracts; personal: none; plain: status';
comment on table servicing.prepayment is 'kept: books; personal: none; plain: kind mode status';
comment on table servicing.promise is
  'kept: contracts, with the loan; personal: collection; clear: note; plain: status';
comment on table servicing.share is 'kept: books; personal: none';
comment on table servicing.write_off is 'kept: books; personal: none; plain: reason closed_reason';
comment on table settings.version is
  'kept: contracts; personal: none; plain: name value reason state decided_reason';
comment on table tasks.absence is 'kept: traces; personal: none';
comment on table tasks.approval_limit is 'kept: traces; personal: none; plain: subject';
comment on table tasks.approved is 'kept: traces; personal: none; plain: subject';
comment on table tasks.audit is
  'kept: traces, for good; personal: audit; clear: reason snapshot; '
  'plain: actor_type subject_type action from_status to_status request_id';
comment on table tasks.mention is 'kept: person; personal: none';
comment on table tasks.note is
  'kept: person, five years after closing; personal: office; sealed: text; '
  'plain: subject_type topic';
comment on table tasks.note_file is
  'kept: person, five years after closing; personal: office; file: stored; clear: filename; '
  'plain: content_type';
comment on table tasks.proof is 'kept: traces; personal: none; plain: chain broken_row broken_how';
comment on table tasks.seal is 'kept: traces; personal: none; plain: hash';
comment on table tasks.sealing is 'kept: traces; personal: none';
comment on table tasks.security_alarm is
  'kept: period, 180 days; personal: security; fingerprint: source; plain: rule';
comment on table tasks.security_event is
  'kept: period, 180 days, and until its month has ended; personal: security; '
  'fingerprint: account agent; clear: address; plain: kind code call request_id';
comment on table tasks.task is
  'kept: traces, for good, names masked, and about a member five years after closing; '
  'personal: office; clear: subject_label detail reason; '
  'plain: kind subject_type status decision priority priority_reason other_makers';
comment on table tasks.turn is
  'kept: bounded, what people at the office make; personal: none; plain: kind';
comment on table tasks.verification is 'kept: traces; personal: none; plain: failure proof';
comment on table tasks.view is
  'kept: bounded, what people at the office make; personal: none; plain: list name query';
comment on table verification.account_change is
  'kept: person, five years after closing; personal: verification; '
  'sealed: id_document name phone; fingerprint: phone_hash; clear: items; plain: kind status';
comment on table verification.address_key is
  'kept: person, five years after closing; personal: verification; sealed: line; '
  'fingerprint: hash; plain: kind';
comment on table verification.bank_account is
  'kept: person, five years after closing; personal: verification; sealed: account; '
  'fingerprint: account_hash; clear: bank_code branch_code account_tail; plain: uploads status';
comment on table verification.financial_statement is
  'kept: person, five years after closing; personal: verification; clear: reason; plain: uploads';
comment on table verification.happening is 'kept: traces; personal: none; plain: source action';
comment on table verification.payout_hold is
  'kept: books; personal: money; clear: reason; plain: cause';
comment on table verification.profile is
  'kept: person, five years after closing; personal: verification; '
  'sealed: phone name id_number birthday registered_address mailing_address id_document; '
  'fingerprint: phone_hash id_number_hash name_hashes; '
  'clear: city company job_title fund_source supplement phone_tail; plain: screened';
comment on table verification.screening_hit is
  'kept: person, five years after closing; personal: screening; sealed: entry; '
  'fingerprint: entry_hash; plain: status';
comment on table verification.trace is
  'kept: person, as long as a ban or an unlifted loss; personal: bans; '
  'fingerprint: id_number_trace phone_trace';
comment on table verification.upload is
  'kept: person, five years after closing; personal: verification; file: stored original; '
  'clear: filename; plain: name content_type';
comment on table webhooks.attempt is
  'kept: bounded, 30 days; personal: webhooks; clear: answer; plain: failure';
comment on table webhooks.endpoint is
  'kept: bounded, until the member deletes it, or until closing; personal: webhooks; '
  'sealed: url secret previous; plain: types state';
comment on table webhooks.message is
  'kept: period, 30 days; personal: none; plain: type data state';
