// Chinese labels of all actions in the audit log and in the history tables.
import { stageText, verificationWords } from '../verification/words.ts';
import { memberFiles } from '../verification/members.ts';
import { loanActions } from '../lending/action-words.ts';
import { isLoanStatus, loanWordsForOffice } from '../lending/loan-status.ts';
import { isOrderStatus, orderWords } from '../investing/order-status.ts';
import { optionText, paymentModes } from '../options.ts';
import { webhookActions } from '../webhooks/action-words.ts';
import { decidedText } from '../tasks/words.ts';
import { type DecisionName, type TaskKind, taskKinds, taskRules } from '../tasks/kinds.ts';

/** Labels of every action that a row of the audit log or of a history table may contain. */
const actions = {
  'identity.login': '登入',
  'identity.logout': '登出',
  'identity.email_confirmed': '完成電子郵件驗證',
  'identity.verification_asked': '索取驗證信',
  'identity.step_up': '以簡訊確認本人',
  'identity.register': '註冊',
  'identity.register_google': '以 Google 註冊',
  'identity.close_unconfirmed': '關閉未驗證的重複註冊',
  'identity.register_known': '以已註冊的信箱再次註冊',
  'identity.google_linked': '連結 Google 帳號',
  'identity.second_factor_asked': '新的瀏覽器登入，等待第二步驟',
  'identity.second_factor_on': '開啟登入的第二步驟',
  'identity.second_factor_off': '關閉登入的第二步驟',
  'identity.browser_forgotten': '移除常用的瀏覽器',
  'identity.recovery_asked': '索取更換手機的信件',
  'identity.reset_asked': '索取重設密碼信',
  'identity.password_reset': '重設密碼',
  'identity.password_changed': '變更密碼',
  'identity.passkey_begun': '開始新增通行金鑰',
  'identity.api_access_revoked': '撤銷 API 存取',
  'identity.api_token_created': '建立 API 權杖',
  'identity.api_app_connected': '連結應用程式',
  'identity.passkey_added': '新增通行金鑰',
  'identity.passkey_renamed': '重新命名通行金鑰',
  'identity.passkey_removed': '移除通行金鑰',
  'identity.revoke_session': '登出一台裝置',
  'identity.revoke_others': '登出其他裝置',
  'identity.reveal': '查看自己的完整資料',
  'identity.export': '下載個人資料',
  'audit.exported': '下載稽核紀錄',
  'audit.verify_asked': '要求驗證雜湊鏈',
  'table.exported': '下載表格',
  'note.added': '新增備註',
  'note.file_read': '查看備註附件',
  'task.sent_back': '退回經辦',
  'task.overtaken': '處理時已不需決定',
  'task.second': '需另一位同仁決定',
  'task.taken_back': '復原尚未生效的決定',
  'task.lapsed': '決定未生效',
  'task.escalated': '逾期升級',
  'task.redirected': '轉交代理人',
  'absence.marked': '登記請假',
  'absence.ended': '結束請假',
  'job.retried': '重新執行排程',
  'message.retried': '重新寄送訊息',
  'setting.changed': '變更設定',
  'setting.proposed': '提出設定變更',
  'setting.approved': '核准設定變更',
  'setting.returned': '退回設定變更',
  'setting.withdrawn': '撤回設定變更',
  'content.submitted': '送交覆核',
  'content.returned': '退回修改',
  'content.recalled': '收回送審',
  'content.released': '覆核後公開',
  'content.withdrawn': '下架',
  'article.created': '新增文章',
  'article.saved': '修改文章',
  'article.scheduled': '排定發布',
  'article.published': '發布文章',
  'article.withdrawn': '下架文章',
  'article.deleted': '刪除文章',
  'question.created': '新增常見問題',
  'question.saved': '修改常見問題',
  'question.deleted': '刪除常見問題',
  'synonyms.saved': '修改同義詞',
  'ad.created': '新增廣告',
  'ad.saved': '修改廣告',
  'ad.deleted': '刪除廣告',
  'image.uploaded': '上傳圖片',
  'image.saved': '修改圖片說明',
  'wording.written': '提出改寫通知內容',
  'wording.approved': '核可通知內容',
  'wording.returned': '退回通知內容',
  'wording.restored': '回復前一版通知內容',
  'wording.tested': '測試寄送通知',
  'broadcast.drafted': '新增群發',
  'broadcast.changed': '修改群發',
  'broadcast.proposed': '群發送交覆核',
  'broadcast.approved': '核准群發',
  'broadcast.declined': '退回群發',
  'broadcast.stopped': '停止群發',
  'broadcast.sent': '群發寄完',
  'delivery.revealed': '查看收件者',
  ...webhookActions,
  'mandate.signed': '簽署授權扣款',
  'mandate.active': '授權扣款生效',
  'mandate.refused': '銀行未核准授權扣款',
  'mandate.paused': '授權扣款暫停',
  'mandate.resumed': '恢復授權扣款',
  'mandate.stopped': '停止授權扣款',
  'mandate.superseded': '帳戶更換，授權扣款失效',
  'debit.created': '建立扣款',
  'debit.sent': '扣款送交銀行',
  'debit.paid': '扣款完成',
  'debit.refused': '扣款未成功',
  'debit.withdrawn': '扣款未送出',
  'debit.lowered': '扣款金額減少',
  'debit.double_returned': '退回重複付款',
  'collection_file.downloaded': '下載扣款檔',
  'invoice.voided': '作廢電子發票',
  'invoice.allowed': '開立電子發票折讓',
  'invoice.preference': '變更電子發票載具',
  'invoice_track.added': '登錄電子發票字軌',
  'invoice_track.closed': '申報空白未使用字軌',
  'invoice_message.retried': '重送電子發票訊息',
  'deliveries.exported': '下載寄送紀錄',
  'policy.created': '新增政策',
  'policy.drafted': '開始新版本',
  'policy.changed': '修改草稿',
  'policy.submitted': '送交覆核',
  'policy.approved': '核准新版本',
  'policy.returned': '退回新版本',
  'plan.created': '新增方案',
  'plan.drafted': '開始新版本',
  'plan.changed': '修改草稿',
  'plan.dropped': '捨棄草稿',
  'plan.submitted': '送交覆核',
  'plan.approved': '核准新版本',
  'plan.returned': '退回新版本',
  'plan.recall_asked': '申請撤回版本',
  'plan.recall_refused': '不同意撤回版本',
  'plan.recalled': '撤回版本',
  'plan.in_force': '新版本生效',
  'identity.operator_login': '同仁登入',
  'partner.proposed': '提出合作應用程式',
  'partner.proposal_returned': '退回合作應用程式',
  'partner.registered': '登記合作應用程式',
  'partner.ended': '停用合作應用程式',
  'operator.proposed': '提出同仁異動',
  'operator.proposal_returned': '退回同仁異動',
  'operator.invited': '邀請同仁',
  'operator.invited_again': '再次邀請同仁',
  'operator.set_up': '同仁設定驗證器',
  'operator.provider_bound': '同仁連結公司帳號',
  'operator.roles_changed': '變更同仁角色',
  'operator.limits_changed': '變更同仁核准上限',
  'operator.disabled': '停用同仁',
  'operator.enabled': '恢復同仁',
  'operator.sessions_ended': '登出同仁所有裝置',
  'operator.session_ended': '同仁登出一台裝置',
  'operator.reset': '重設同仁驗證器',
  'identity.close': '關閉帳戶',
  'identity.sessions_ended': '由後台登出裝置',
  'identity.suspended': '暫停帳戶',
  'identity.suspension_lifted': '恢復帳戶',
  'identity.impersonation_asked': '申請代看會員頁面',
  'identity.impersonation_opened': '開始代看會員頁面',
  'identity.impersonation_read': '代看時開啟文件',
  'identity.impersonation_ended': '結束代看',
  'suitability.answered': '填寫風險屬性評估',
  'verification.phone': '完成手機驗證',
  'verification.links_read': '查看會員的關聯',
  'verification.phone_confirmed': '確認手機號碼',
  'verification.basic': '填寫基本資料',
  'verification.id': '上傳身分證件',
  'verification.bank': '提供銀行帳戶',
  'verification.approve': '身分驗證通過',
  'verification.supplement': '要求補件',
  'verification.reset': '重設驗證步驟',
  'verification.revealed': '查看完整個人資料',
  'verification.upload_read': '查看上傳文件',
  'suspicion.opened': '通報可疑交易',
  'suspicion.reported': '可疑交易：已申報',
  'suspicion.dismissed': '可疑交易：不申報',
  'screening.hit': '與名單相似，款項暫停',
  'screening.unlisted': '不再與名單相似',
  'screening.cleared': '名單比對：排除',
  'screening.confirmed': '名單比對：認定相符',
  'screening.reopened': '名單比對：重新查證',
  'payout_hold.placed': '暫停撥付',
  'payout_hold.agreed': '暫停撥付：同意',
  'payout_hold.refused': '暫停撥付：不同意，已解除',
  'payout_hold.lift_asked': '提出解除暫停撥付',
  'payout_hold.lift_refused': '解除暫停撥付：不同意',
  'payout_hold.lifted': '解除暫停撥付',
  'payout_hold.looked_at': '檢視暫停：維持',
  'payout_hold.ran_out': '暫停撥付：期限屆滿，已解除',
  'verification.erased': '保存期滿，刪除個人資料',
  'retention.deleted': '刪除保存期滿的資料',
  'verification.trace_forgotten': '保存期滿，刪除識別指紋',
  'verification.account_in_force': '銀行帳戶生效',
  'verification.account_returned': '收款帳戶退匯，款項保留',
  'verification.account_again_asked': '提議同一帳戶再付',
  'verification.account_again': '覆核同一帳戶再付',
  'verification.account_replaced': '已有新收款帳戶，款項恢復待付',
  'verification.account_left': '帳戶關閉，不再等新收款帳戶',
  'verification.taken_over': '匯入驗證資料',
  'verification.statement': '送出財力證明',
  'verification.statement_approve': '財力證明通過',
  'verification.statement_supplement': '財力證明要求補件',
  ...loanActions,
  'negotiation.drafted': '草擬協商方案',
  'negotiation.offered': '提出協商方案',
  'negotiation.agreed': '借款人同意協商方案',
  'negotiation.consented': '出資人同意協商方案',
  'negotiation.ended': '協商結束',
  'poll.opened': '開始違約投票',
  'poll.voted': '違約投票',
  'poll.closed': '違約投票截止',
  'poll.ended': '違約投票終止',
  'order.created': '出資',
  'order.received': '付款入帳',
  'order.reversed': '付款遭沖正',
  'order.revived': '逾期付款補認',
  'order.mode_changed': '變更付款方式',
  'order.funded': '案件滿額',
  'order.released': '釋出額度',
  'order.cancelled': '取消出資',
  'order.expired': '逾期未付款',
  'order.refunding': '開始退款',
  'order.refunded': '完成退款',
  'order.refund_returned': '退款遭退匯',
  'order.covered': '款項由平台墊付',
  'refund.opened': '產生退款',
  'refund.released': '放行退款',
  'refund.confirmed': '退款入帳',
  'refund.returned': '退款遭退回',
  'refund.withdrawn': '退款取消',
  'refund.lowered': '退款減額',
  'receipt.order': '收到出資款',
  'receipt.match_proposed': '提議比對入帳',
  'booking.proposed': '提出帳務分錄',
  'booking.booked': '覆核帳務分錄入帳',
  'booking.returned': '退回帳務分錄',
  'booking.ordered': '服務費撥轉送交銀行',
  'booking.failed': '服務費撥轉遭銀行退回',
  'booking.reversed': '沖銷帳務分錄',
  'booking.file_added': '附加帳務憑證',
  'booking.file_read': '查看帳務憑證',
  'bank_letter.added': '登錄銀行餘額證明',
  'bank_letter.read': '查看銀行餘額證明',
  'report.scheduled': '設定定期寄送報表',
  'report.schedule_changed': '修改定期寄送報表',
  'report.schedule_moved': '暫停、恢復或刪除定期寄送',
  'report.sent': '寄送報表',
  'member.statement_numbered': '首次下載已簽核期間的報表',
  'trust.short': '信託專戶短少',
  'trust.cover_confirmed': '確認公司匯款補足專戶',
  'trust_report.signed': '簽核信託專戶月報',
  'trust_report.closed': '覆簽信託專戶月報',
  'payment.sweep': '服務費撥轉匯款',
  'batch.sweep': '放行服務費撥轉',
  'receipt.matched': '比對入帳',
  'receipt.source_entered': '填寫匯款來源',
  'receipt.source_confirmed': '確認匯款來源',
  'receipt.covered': '款項由平台墊付',
  'receipt.recovered': '退回款項抵償墊付款',
  'receipt.set_off': '抵充遭沖正的入帳',
  'receipt.loan': '收到還款',
  'payment.disbursement': '匯出撥款',
  'payment.refund': '匯出退款',
  'payment.payout': '匯出收益',
  'payment.return': '退回款項',
  'payment.returned_late': '已匯出的款項遭退匯',
  'order.distributed': '分配入帳',
  'document.supplied': '提供文件',
  'document.final': '產生借款契約',
  'document.extract': '產生出資契約節本',
  'document.annex': '產生還款表附件',
  'document.settlement': '產生清償證明',
  'task.claimed': '取得案件',
  'task.released': '釋出案件',
  'task.assigned': '指派案件',
  'task.priority': '調整優先順序',
  'batch.disbursement': '產生撥款批次',
  'batch.payout': '產生收益撥付批次',
  'batch.refund': '產生退款批次',
  'batch.return': '產生退回款項批次',
  'batch.checked': '覆核付款批次',
  'batch.file_read': '下載付款檔',
  'batch.left_out': '付款資料無法讀取，移出批次',
  'batch.held_back': '覆核時保留一筆款項',
  'bank_day.closed': '銀行日結',
  'payment.confirmed': '匯款完成',
  'payment.returned': '匯款遭退匯',
  'payout.freed': '收益可再次撥付',
  'payout.confirmed': '收益撥付完成',
  'payout.returned': '收益撥付遭退匯',
  'payout.withdrawn': '溢繳退款取消',
  'payout.lowered': '溢繳退款減額',
  'reconciliation.signed': '每日對帳簽核',
  'reconciliation.closed': '每日對帳覆核，關帳',
  'difference.explained': '說明對帳差異',
  'reconciliation.reopening_asked': '申請重開已關帳日',
  'reconciliation.reopened': '重開已關帳日',
  'reconciliation.reopening_refused': '不同意重開已關帳日',
  'layout.added': '新增對帳單格式',
  'layout.changed': '修改對帳單格式',
  'statement.brought_in': '匯入對帳單',
  'statement.read_again': '重新讀取對帳單',
  'statement.confirmed': '同意略過有誤的明細入帳',
  'statement.committed': '核定對帳單',
  'statement.withdrawn': '撤回對帳單',
  'statement.rollback_asked': '提出對帳單復原',
  'statement.rolled_back': '復原對帳單',
  'statement.rollback_refused': '不復原對帳單',
  'holiday.proposed': '提出假日異動',
  'holiday.added': '新增假日',
  'holiday.returned': '退回假日異動',
  'holiday.removed': '復原假日',
  'verification.change_bank': '申請變更銀行帳戶',
  'verification.change_phone': '申請更換手機',
  'verification.phone_in_force': '新手機生效',
  'verification.change_id': '申請變更身分證件',
  'verification.change_withdrawn': '撤回帳戶變更',
  'verification.change_approved': '帳戶變更通過',
  'verification.change_supplement': '帳戶變更要求補件',
  'verification.supplemented': '補件送出',
  'message.notice': '站內通知',
  'message.email': '電子郵件',
  'message.sms': '簡訊',
  'message.push': '推播',
} as const;

/** Action name of a decided task: its kind and its decision. */
export type TaskAct = { [K in TaskKind]: `task.${K}.${DecisionName<K>}` }[TaskKind];

/**
 * Names of all actions in the audit log. Because of this type, an action without a label does not
 * compile.
 */
export type ActionName = keyof typeof actions | TaskAct;

/** Returns the name of a decision in the audit log; throws RangeError for an unknown decision. */
export function taskAct<K extends TaskKind>(kind: K, decision: string): TaskAct {
  if (taskRules[kind].decisions.includes(decision)) return `task.${kind}.${decision}` as TaskAct;
  throw new RangeError(`${kind} has no decision ${decision}`);
}

/** Returns the back office's label for a verification status, which is stored as a number. */
const fileText = (file: string) => {
  const state = memberFiles[Number(file)];
  return state === undefined ? file : verificationWords[state].office.text;
};

/** Stored status of every funded order, whatever the status of its loan. */
const FUNDED = 20;
/** Status of an order in a full case whose loan is not paid out yet. */
const AWAITING_DISBURSEMENT = 15;

/**
 * Returns the label of a recorded order status. An order becomes funded, or stops being funded,
 * only while it waits for the disbursement of its loan.
 */
const orderText = (status: number, recorded: string) =>
  isOrderStatus(status)
    ? orderWords(status === FUNDED ? AWAITING_DISBURSEMENT : status).text
    : recorded;

/**
 * Returns the label of a status: `4/3` of a verification becomes 「銀行帳戶・審核通過」; loans and orders use
 * their own labels, a change of the way to pay the names of the ways.
 */
function statusText(action: string, status: string): string {
  const [stage, file] = status.split('/');
  if (file !== undefined) return `${stageText[Number(stage)] ?? stage}・${fileText(file)}`;
  const n = Number(status);
  if (action.startsWith('loan.') && isLoanStatus(n)) return loanWordsForOffice(n).text;
  if (action === 'order.mode_changed') return optionText(paymentModes, n) || status;
  if (action.startsWith('order.')) return orderText(n, status);
  return status;
}

/** Returns the label of an action; null if the action has no label and its code is to be shown. */
export function actionText(action: string): string | null {
  const known = (actions as Record<string, string | undefined>)[action];
  if (known) return known;
  const [first, name, decision] = action.split('.');
  const kind = taskKinds.find((one) => one === name);
  if (first !== 'task' || !kind || decision === undefined) return null;
  return `${taskRules[kind].text}：${decidedText(kind, decision)}`;
}

/** Returns the status change as labels, from → to; null if there was no change that has a label. */
export function moveText({
  action,
  from,
  to,
}: {
  action: string;
  from: string | null;
  to: string | null;
}): string | null {
  if (to === null || !/^(loan|order|verification)\./.test(action)) return null;
  if (action.startsWith('verification.statement')) return null;
  const after = statusText(action, to);
  return from === null ? after : `${statusText(action, from)} → ${after}`;
}

/** Labels for the actor of an action whose name is not known. */
export const actorWords = {
  member: '會員',
  operator: '同仁',
  system: '系統',
  bank: '銀行',
} as const;
