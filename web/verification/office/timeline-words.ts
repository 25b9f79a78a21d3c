// What happened, in words: every action of the audit log and of the tables that are histories.
import { loanWords, isLoanStatus } from '#contract/loan-status.ts';
import { isOrderStatus, orderWords } from '#contract/order-status.ts';
import { taskKinds, taskRules } from '#contract/tasks.ts';
import type { OfficeHappening, TimelineGroup } from '#contract/verification-members.ts';
import { decidedText } from '../../office/task-words.ts';

export const groupText: Record<TimelineGroup, string> = {
  account: '帳戶',
  verification: '驗證',
  loan: '借款',
  invest: '出資',
  money: '款項',
  message: '通知',
  office: '審核',
};

const actions: Record<string, string> = {
  'identity.login': '登入',
  'identity.logout': '登出',
  'identity.email_confirmed': '完成電子郵件驗證',
  'identity.verification_asked': '索取驗證信',
  'identity.step_up': '以簡訊確認本人',
  'identity.register': '註冊',
  'identity.register_google': '以 Google 註冊',
  'identity.register_known': '以已註冊的信箱再次註冊',
  'identity.google_linked': '連結 Google 帳號',
  'identity.reset_asked': '索取重設密碼信',
  'identity.password_reset': '重設密碼',
  'identity.password_changed': '變更密碼',
  'identity.passkey_begun': '開始新增通行金鑰',
  'identity.passkey_added': '新增通行金鑰',
  'identity.passkey_renamed': '重新命名通行金鑰',
  'identity.passkey_removed': '移除通行金鑰',
  'identity.revoke_session': '登出一台裝置',
  'identity.revoke_others': '登出其他裝置',
  'identity.reveal': '查看自己的完整資料',
  'identity.export': '下載個人資料',
  'audit.exported': '下載稽核紀錄',
  'job.retried': '重新執行排程',
  'message.retried': '重新寄送訊息',
  'setting.changed': '變更設定',
  'setting.proposed': '提出設定變更',
  'setting.approved': '核准設定變更',
  'setting.returned': '退回設定變更',
  'setting.withdrawn': '撤回設定變更',
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
  'plan.in_force': '新版本生效',
  'identity.operator_login': '同事登入',
  'operator.invited': '邀請同事',
  'operator.invited_again': '再次邀請同事',
  'operator.set_up': '同事設定驗證器',
  'operator.roles_changed': '變更同事角色',
  'operator.disabled': '停用同事',
  'operator.enabled': '恢復同事',
  'operator.sessions_ended': '登出同事所有裝置',
  'operator.session_ended': '同事登出一台裝置',
  'operator.reset': '重設同事驗證器',
  'identity.close': '關閉帳戶',
  'identity.sessions_ended': '由後台登出裝置',
  'identity.suspended': '暫停帳戶',
  'identity.suspension_lifted': '恢復帳戶',
  'identity.viewing_asked': '申請代看會員頁面',
  'identity.viewing_opened': '開始代看會員頁面',
  'identity.viewing_read': '代看時開啟文件',
  'identity.viewing_ended': '結束代看',
  'suitability.answered': '填寫投資屬性問卷',
  'verification.phone': '完成手機驗證',
  'verification.phone_confirmed': '確認手機號碼',
  'verification.basic': '填寫基本資料',
  'verification.id': '上傳身分證件',
  'verification.bank': '提供銀行帳戶',
  'verification.approve': '身分驗證通過',
  'verification.supplement': '要求補件',
  'verification.reset': '重設驗證步驟',
  'verification.revealed': '查看完整個人資料',
  'verification.upload_read': '查看上傳文件',
  'verification.taken_over': '匯入驗證資料',
  'verification.statement': '送出財力證明',
  'verification.statement_approve': '財力證明通過',
  'verification.statement_supplement': '財力證明要求補件',
  'loan.applied': '送出申貸',
  'loan.sent_to_audit': '開始審核',
  'loan.supplement_asked': '申貸要求補件',
  'loan.supplement_answered': '補件已送出，其他資料未齊',
  'loan.supplement_lapsed': '逾期未補件',
  'loan.approved': '核准申貸',
  'loan.rejected': '婉拒申貸',
  'loan.agreed': '同意核准條件',
  'loan.declined': '不同意核准條件',
  'loan.offer_lapsed': '核准條件逾期',
  'loan.cancelled': '取消申貸',
  'loan.funded': '募集滿額',
  'loan.failed': '募集未滿額',
  'loan.closed_early': '提前結束募集',
  'loan.extended': '延長募集',
  'loan.pinned': '設為精選',
  'loan.unpinned': '取消精選',
  'loan.signed': '完成簽約',
  'loan.signing_lapsed': '逾期未簽約',
  'loan.disbursed': '撥款',
  'loan.disbursement_stopped': '停止撥款',
  'loan.disbursement_returned': '撥款遭退回',
  'loan.document_added': '補上文件',
  'loan.accelerated': '加速到期',
  'loan.unaccelerated': '撤回加速到期',
  'loan.violation_declared': '列為違約',
  'loan.violation_revoked': '撤回違約',
  'loan.contacted': '聯絡借款人',
  'loan.promised': '承諾還款',
  'loan.charges_waived': '減免遲延費用',
  'loan.court_cost': '代墊訴訟費用',
  'loan.written_off': '轉銷',
  'loan.closed': '追償結案',
  'loan.holiday': '遇假日順延',
  'loan.poll_legal': '表決：法律程序',
  'loan.poll_negotiate': '表決：協商',
  'loan.legal': '進入法律程序',
  'loan.negotiation_requested': '申請協商',
  'loan.negotiation_papers': '提供協商證明文件',
  'loan.negotiation_declined': '不予協商',
  'loan.negotiation_lapsed': '借款人逾期未同意協商方案',
  'loan.negotiation_short': '出資人同意未達門檻',
  'loan.negotiated': '協商方案生效',
  'negotiation.drafted': '草擬協商方案',
  'negotiation.offered': '提出協商方案',
  'negotiation.agreed': '借款人同意協商方案',
  'negotiation.consented': '出資人同意協商方案',
  'negotiation.ended': '協商結束',
  'poll.opened': '開始違約投票',
  'poll.voted': '違約投票',
  'poll.closed': '違約投票截止',
  'poll.ended': '違約投票終止',
  'loan.annex_sealed': '寄出還款表附件',
  'loan.certificate_sealed': '產生清償證明',
  'loan.late': '逾期',
  'loan.arrears_paid': '補繳逾期款',
  'loan.prepayment_instructed': '申請提前還款',
  'loan.prepaid_returned': '退回預收款',
  'loan.prepaid': '提前還款',
  'loan.settled': '結清',
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
  'order.covered': '款項由平台墊付',
  'refund.opened': '產生退款',
  'refund.released': '放行退款',
  'refund.confirmed': '退款入帳',
  'refund.returned': '退款遭退回',
  'refund.withdrawn': '退款取消',
  'receipt.order': '收到出資款',
  'receipt.loan': '收到還款',
  'payment.disbursement': '匯出撥款',
  'payment.refund': '匯出退款',
  'payment.payout': '匯出收益',
  'payment.return': '退回款項',
  'order.distributed': '分配入帳',
  'document.final': '產生借款契約',
  'document.extract': '產生出資契約節本',
  'document.annex': '產生還款表附件',
  'document.settlement': '產生清償證明',
  'task.claimed': '取得案件',
  'task.released': '釋出案件',
  'task.assigned': '指派案件',
  'task.priority': '調整優先順序',
  'message.notice': '站內通知',
  'message.email': '電子郵件',
  'message.sms': '簡訊',
};

const states: Record<string, string> = {
  matched: '已入帳',
  suspense: '待比對',
  returned: '已退回',
  reversed: '已沖正',
  pending: '待匯出',
  confirmed: '已入帳',
  sent: '已送出',
  waiting: '待寄送',
  failing: '寄送失敗，重試中',
  read: '已讀',
  unread: '未讀',
};

const steps = ['未開始', '手機驗證', '基本資料', '身分證件', '銀行帳戶'];
const files = ['未送審', '審核中', '待補件', '審核通過'];

/** `4/3` of a file as 「銀行帳戶・審核通過」; a status of a loan or an order in its own words. */
function statusText(action: string, status: string): string {
  const [stage, file] = status.split('/');
  if (file !== undefined) return `${steps[Number(stage)] ?? stage}・${files[Number(file)] ?? file}`;
  const n = Number(status);
  if (action.startsWith('loan.') && isLoanStatus(n)) return loanWords(n).text;
  if (action.startsWith('order.') && isOrderStatus(n)) return orderWords(n).text;
  return status;
}

/** What an action is called; null for one that has no words, to be shown as it is. */
export function actionText(action: string): string | null {
  const known = actions[action];
  if (known) return known;
  const [first, name, decision] = action.split('.');
  const kind = taskKinds.find((one) => one === name);
  if (first !== 'task' || !kind || decision === undefined) return null;
  return `${taskRules[kind].text}：${decidedText(kind, decision)}`;
}

/** From where to where, in words; null where nothing moved that has a name. */
export function moveText({
  action,
  from,
  to,
}: Pick<OfficeHappening, 'action' | 'from' | 'to'>): string | null {
  if (to === null || !/^(loan|order|verification)\./.test(action)) return null;
  if (action.startsWith('verification.statement')) return null;
  const after = statusText(action, to);
  return from === null ? after : `${statusText(action, from)} → ${after}`;
}

export const stateText = (state: string | null) => state && (states[state] ?? state);

const actors: Record<OfficeHappening['actor']['type'], string> = {
  member: '會員',
  operator: '同事',
  system: '系統',
  bank: '銀行',
};

export const actorText = ({ type, name }: OfficeHappening['actor']) => name ?? actors[type];
