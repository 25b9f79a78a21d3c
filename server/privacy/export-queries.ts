// SQL of a member's data export: each part of the data stored about them.
import { ROLLED_BACK } from '#contract/banking/receipt-seq.ts';
import type { EncryptedColumn } from '../adapters/secrets.ts';
import type { Tx } from '../database/db.ts';
import { type Sql, inDatabaseNames, sql } from '../database/sql.ts';

/**
 * One part of the export. Its `sealed` columns are decrypted with the id of the member, or with the
 * id in the column `sealed_for`, which is not exported itself.
 */
export type Part = {
  name: string;
  title: string;
  read: (memberId: number, most: number) => Sql;
  sealed?: Readonly<Record<string, EncryptedColumn>>;
};

/**
 * Parts of the export: everything except credentials (hashes, tokens) and data that the member must
 * not see, namely names of others and internal review notes. $1 is the member, $2 the maximum
 * number of rows.
 */
export const parts: readonly Part[] = [
  {
    name: 'account',
    title: '帳戶',
    read: (
      memberId,
      most,
    ) => sql`select id, email, email_verified_at, google_subject is not null as google_login,
      purpose,
        channel, wants_news, second_factor, created_at
      from identity.member where id = ${memberId} limit ${most}`,
  },
  {
    name: 'profile',
    title: '會員資料與身分驗證',
    sealed: {
      phone: 'verification.profile.phone',
      name: 'verification.profile.name',
      id_number: 'verification.profile.id_number',
      birthday: 'verification.profile.birthday',
      registered_address: 'verification.profile.registered_address',
      mailing_address: 'verification.profile.mailing_address',
      id_document: 'verification.profile.id_document',
    },
    read: (
      memberId,
      most,
    ) => sql`select stage, status, phone, name, id_number, birthday, registered_address,
        mailing_address, marital_status, education, occupation, company, job_title, annual_income,
        fund_source, is_pep, channel, id_document ->> 'sealed' as id_document, supplement,
        submitted_at, approved_at
      from verification.profile where member_id = ${memberId} limit ${most}`,
  },
  {
    name: 'mandates',
    title: '授權扣款',
    read: (memberId, most) => sql`select m.id, m.status, m.covers_loans, m.covers_orders,
        m.ceiling, m.text_version, m.signed_at, m.reason, b.bank_code, b.account_tail
      from mandates.mandate m join verification.bank_account b on b.id = m.bank_account_id
      where m.member_id = ${memberId} order by m.id desc limit ${most}`,
  },
  {
    name: 'debits',
    title: '扣款',
    read: (memberId, most) => sql`select id, mandate_id, subject, loan_id, no, order_id, attempt,
        amount, status, debit_on, code, withdrawn
      from mandates.debit where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'invoicePreference',
    title: '電子發票載具',
    sealed: { code: 'invoices.preference.code' },
    read: (memberId, most) => sql`select kind, code, changed_at
      from invoices.preference where member_id = ${memberId} limit ${most}`,
  },
  {
    name: 'invoices',
    title: '電子發票',
    sealed: { code: 'invoices.invoice.code' },
    read: (memberId, most) => sql`select number, issued_on, kind, loan_id, carrier, code,
        random_code, total, tax, voided_on, void_reason
      from invoices.invoice where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'bankAccounts',
    title: '銀行帳戶',
    sealed: { account: 'verification.bank_account.account' },
    read: (
      memberId,
      most,
    ) => sql`select bank_code, branch_code, account, status, in_force_from, created_at
      from verification.bank_account where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'uploads',
    title: '上傳的檔案',
    read: (memberId, most) => sql`select id, name, filename, content_type, created_at
      from verification.upload where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'financialStatements',
    title: '財力證明',
    read: (
      memberId,
      most,
    ) => sql`select id, kind, monthly_income, from_day, to_day, uploads, status, reason, created_at
      from verification.financial_statement where member_id = ${memberId} order by id desc limit
        ${most}`,
  },
  {
    name: 'sessions',
    title: '登入紀錄（保留 30 天）',
    read: (memberId, most) => sql`select id, created_at, used_at, ended_at, address, agent
      from identity.session where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'apiAccess',
    title: 'API 權杖與連結的應用程式',
    read: (memberId, most) => sql`select id, name, scopes, daily_cap, created_at, expires_at,
        used_at, revoked_at
      from identity.api_access where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'devices',
    title: '登入過的裝置',
    read: (memberId, most) => sql`select name, first_seen, last_seen
      from identity.device where member_id = ${memberId} order by last_seen desc limit ${most}`,
  },
  {
    name: 'browsers',
    title: '登入時不需要第二步驟的瀏覽器',
    read: (memberId, most) => sql`select id, agent, address, first_seen_at, last_seen_at
      from identity.browser where member_id = ${memberId} order by last_seen_at desc limit ${most}`,
  },
  {
    name: 'preferences',
    title: '通知與顯示設定',
    read: (
      memberId,
      most,
    ) => sql`select mail_off, sms_on, push_off, sms_deadlines, hide_amounts, wants_news, updated_at
      from notices.preference where member_id = ${memberId} limit ${most}`,
  },
  {
    name: 'pushDevices',
    title: '開啟推播的裝置',
    read: (memberId, most) => sql`select id, name, created_at
      from notices.push_device where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'webhooks',
    title: 'Webhook',
    sealed: { url: 'webhooks.endpoint.url' },
    read: (memberId, most) => sql`select id, url, types, state, created_at, succeeded_at
      from webhooks.endpoint where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'webhookDeliveries',
    title: 'Webhook 傳送紀錄（保留 30 天）',
    read: (memberId, most) => sql`select m.id, m.event_id, m.type, m.data, m.occurred_at, m.state
      from webhooks.message m join webhooks.endpoint e on e.id = m.endpoint_id
      where e.member_id = ${memberId} order by m.id desc limit ${most}`,
  },
  {
    name: 'notices',
    title: '通知（保留 180 天）',
    read: (memberId, most) => sql`select id, category, title, body, link, created_at, read_at
      from notices.notice where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'mails',
    title: '寄給您的電子郵件與簡訊（保留 30 天，寄出後不再保存內文）',
    read: (memberId, most) => sql`select o.id, o.channel, o.kind, n.title, o.created_at, o.sent_at
      from notices.outbox o left join notices.notice n on n.id = o.notice_id
      where o.member_id = ${memberId} order by o.id desc limit ${most}`,
  },
  {
    name: 'suitability',
    title: '風險屬性評估',
    read: (
      memberId,
      most,
    ) => sql`select version, risk_version, answers, score, profile, answered_at, valid_until
      from investing.suitability where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'loans',
    title: '申貸案',
    sealed: { application: 'lending.loan.application' },
    read: (
      memberId,
      most,
    ) => sql`select l.id, l.case_no, p.slug as plan, l.status, l.amount, l.installments, l.purpose,
        l.purpose_note, l.application, l.grade, l.rate_bps, l.apr_bps, l.instalment,
        l.platform_fee, l.listed_at, l.ends_at, l.funded_at, l.signed_at, l.disbursed_on,
        l.settled_on, l.settle_type, l.created_at
      from lending.loan l join lending.plan p on p.id = l.plan_id
      where l.member_id = ${memberId} order by l.id desc limit ${most}`,
  },
  {
    name: 'contracts',
    title: '契約（檔案請於申貸案與出資明細下載）',
    read: (memberId, most) => sql`select c.id, c.loan_id, c.order_id, c.kind, c.sha256, c.created_at
      from lending.contract c
      join lending.loan l on l.id = c.loan_id
      left join investing."order" o on o.id = c.order_id
      where (l.member_id = ${memberId} and c.order_id is null) or o.member_id = ${memberId}
      order by c.id desc limit ${most}`,
  },
  {
    name: 'instalments',
    title: '應還款項',
    read: (
      memberId,
      most,
    ) => sql`select i.loan_id, i.version, i.no, i.current, i.due_on, i.payable_until, i.principal,
        i.interest, i.principal_paid, i.interest_paid, i.late_interest_paid, i.penalty_paid,
        i.waived, i.paid_on
      from servicing.instalment i join lending.loan l on l.id = i.loan_id
      where l.member_id = ${memberId} order by i.loan_id desc, i.version desc, i.no limit ${most}`,
  },
  {
    name: 'orders',
    title: '出資訂單',
    read: (
      memberId,
      most,
    ) => sql`select id, loan_id, amount, paid_amount, stored_status as status, payment_mode,
        virtual_account, pay_by, paid_at, ended_at, created_at
      from investing."order" where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'receipts',
    title: '您匯入的款項',
    sealed: { from_account: 'banking.receipt.from_account' },
    read: (
      memberId,
      most,
    ) => sql`select r.id, r.subject_type, r.subject_id, r.at, r.amount, r.sign, r.virtual_account,
        r.from_bank, r.from_account, r.state,
        concat_ws(' ', r.bank, r.bank_date, split_part(r.seq, ${ROLLED_BACK}, 1)) as sealed_for
      from banking.receipt r
      left join investing."order" o on r.subject_type = 'order' and o.id = r.subject_id
      left join lending.loan l on r.subject_type = 'loan' and l.id = r.subject_id
      where o.member_id = ${memberId} or l.member_id = ${memberId} order by r.id desc limit
        ${most}`,
  },
  {
    name: 'refunds',
    title: '退款',
    read: (
      memberId,
      most,
    ) => sql`select id, order_id, amount, fee, reason, status, created_at, settled_at,
        receipt_id is not null as to_payer
      from investing.refund where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'distributions',
    title: '分配給您的本息',
    read: (
      memberId,
      most,
    ) => sql`select order_id, loan_id, instalment_no, principal, interest, late_interest, penalty,
        prepayment_fee, fee, distributed_on, payout_id
      from servicing.distribution where member_id = ${memberId}
      order by distributed_on desc, order_id desc limit ${most}`,
  },
  {
    name: 'payouts',
    title: '撥付給您的款項',
    read: (memberId, most) => sql`select id, kind, loan_id, amount, status, created_on, settled_on,
        receipt_id is not null as to_payer
      from servicing.payout where member_id = ${memberId} order by id desc limit ${most}`,
  },
  {
    name: 'events',
    title: '帳戶與申貸案的異動紀錄',
    read: (
      memberId,
      most,
    ) => sql`select id, at, actor_type, subject_type, subject_id, action, from_status, to_status
      from tasks.audit
      where (subject_type = 'member' and subject_id = ${memberId})
        or (subject_type = 'loan'
          and subject_id in (select id from lending.loan where member_id = ${memberId}))
      order by id desc limit ${most}`,
  },
];

export const readPart = ({ read }: Part, tx: Tx, memberId: number, most: number) =>
  tx.many<Record<string, unknown>>(inDatabaseNames(read(memberId, most)));
