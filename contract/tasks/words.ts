// Labels of task decisions by kind: for choosing, for the button, and for the decided task.
import { REJECTED_BAN_DAYS } from '../law/loan-days.ts';
import type { ListedTask, Task } from './calls.ts';
import type { TaskKind } from './kinds.ts';

export type DecisionWords = {
  /** Label of the choice and of the button. */
  title: string;
  /** One line that tells the operator the consequences. */
  about: string;
  /** Label of the task after the decision was made. */
  done: string;
  /**
   * True if the decision takes something away from somebody: it requires a reason, and the button
   * shows a warning.
   */
  takes?: true;
};
type Words = Record<string, DecisionWords>;

const approve = (about: string): DecisionWords => ({ title: '通過', about, done: '已通過' });
const supplement: DecisionWords = {
  title: '要求補件',
  about: '列出要補的項目與原因，會原文通知申請人',
  done: '已要求補件',
  takes: true,
};
const giveBack = (about: string): DecisionWords => ({
  title: '退回',
  about,
  done: '已退回',
  takes: true,
});

const words: Partial<Record<TaskKind, Words>> = {
  identity_review: { approve: approve('資料與證件相符，銀行帳戶同時生效'), supplement },
  account_change_review: {
    approve: approve('新資料與文件相符，銀行帳戶與手機 24 小時後生效'),
    supplement,
  },
  financial_review: { approve: approve('文件可信，申報收入屬實'), supplement },
  screening_review: {
    clear: {
      title: '提議排除',
      about: '查證後不是名單上的人，由另一位同事覆核後款項才能放行',
      done: '已提議排除',
      takes: true,
    },
    confirm: {
      title: '提議認定相符',
      about: '查證後是名單上的人，由另一位同事覆核後款項持續暫停',
      done: '已提議認定相符',
      takes: true,
    },
    approve: approve('依提議排除或認定相符；認定相符時請依法通報法務部調查局'),
    return: giveBack('退回經辦人員重新查證，款項仍然暫停'),
  },
  payout_hold: {
    approve: approve('依提出內容暫停或解除；解除後，款項於下一個營業日恢復待放行'),
    return: giveBack('不暫停則立即解除，不解除則持續暫停，附上原因'),
  },
  suspicion_review: {
    report: {
      title: '申報',
      about: '已向法務部調查局申報可疑交易，原因欄請填申報日期與文號',
      done: '已申報',
      takes: true,
    },
    dismiss: {
      title: '不申報',
      about: '查證後沒有可疑之處，請寫明依據，會留存備查',
      done: '不申報結案',
      takes: true,
    },
  },
  loan_review: {
    approve: { title: '核准', about: '提出核准條件，由另一位同事覆核', done: '已提出核准條件' },
    supplement,
    reject: {
      title: '婉拒',
      about: `申請人 ${REJECTED_BAN_DAYS} 天內無法再次申貸，原因會通知申請人`,
      done: '已婉拒',
      takes: true,
    },
  },
  loan_approval: {
    approve: { title: '核准', about: '條件生效並通知申請人，期限內同意即可上架', done: '已核准' },
    return: giveBack('退回審核人員重新提出條件'),
  },
  broadcast_approval: {
    approve: approve('到了寄送時間就開始寄給符合條件的會員'),
    return: giveBack('退回撰寫的同事修改，附上原因'),
  },
  wording_check: {
    approve: approve('到了生效時間，會員就收到這個內容'),
    return: giveBack('不採用，現行內容不變，附上原因'),
  },
  content_release: {
    approve: approve('這個版本公開；排定時間的文章到時才出現'),
    return: giveBack('退回撰寫的同事修改，附上原因'),
  },
  policy_approval: {
    approve: approve('這一版自生效日起對外公布，核准後不再更動'),
    return: giveBack('退回編輯修改，附上原因'),
  },
  setting_approval: {
    approve: approve('自生效日起適用，生效前仍可撤回'),
    return: giveBack('不生效，請提出的同事修改後重新提出，附上原因'),
  },
  operator_check: {
    approve: {
      title: '核可異動',
      about: '立即執行；新得到的金流與管理角色在 24 小時後生效',
      done: '已核可異動',
    },
    return: giveBack('不執行，附上原因'),
  },
  partner_check: {
    approve: approve('會員可以開始連結這個應用程式；登記的網址與權限之後不能更改'),
    return: giveBack('不登記，附上原因'),
  },
  plan_recall: {
    approve: approve('這一版不會生效，現行內容不變；撤回後不能恢復'),
    return: giveBack('不撤回，這一版照原定日期生效，附上原因'),
  },
  plan_approval: {
    approve: approve('這一版自生效日起適用新申請；生效前一天為止可由兩位同事撤回'),
    return: giveBack('退回修改，附上原因'),
  },
  disbursement_release: {
    release: { title: '放行撥款', about: '送另一位同事覆核，覆核後才會匯出', done: '已放行' },
    stop: {
      title: '停止撥款',
      about: '案件退回對保簽約，原因會通知借款人',
      done: '已停止撥款',
      takes: true,
    },
  },
  disbursement_check: {
    approve: { title: '覆核撥款', about: '立即向信託銀行送出匯款指示', done: '已覆核撥款' },
    return: giveBack('退回放行人員重新確認'),
  },
  unmatched_payment: {
    match: {
      title: '比對入帳',
      about: '指定出資訂單或申貸案，由另一位同事覆核後入帳',
      done: '已送比對覆核',
    },
    return: {
      title: '退回款項',
      about: '由另一位同事覆核後匯回原付款帳戶',
      done: '已退回款項',
      takes: true,
    },
  },
  bank_difference: {
    book: {
      title: '轉入待比對',
      about: '把銀行收到、帳上沒有的款項記入待比對入帳，再找出是誰的',
      done: '已轉入待比對',
    },
  },
  match_check: {
    approve: { title: '覆核入帳', about: '款項立即記入提議的對象', done: '已比對入帳' },
    return: giveBack('不入帳，退回經辦人員重新比對'),
  },
  matches_check: {
    approve: {
      title: '覆核入帳',
      about: '款項立即記入各自的對象，勾選保留的除外',
      done: '已整批入帳',
    },
    return: giveBack('全部不入帳，退回經辦人員逐筆比對'),
  },
  statement_check: {
    approve: {
      title: '核定入帳',
      about: '檔案中尚未入帳的行開始入帳，並結清它涵蓋的銀行日',
      done: '已核定入帳',
    },
    return: giveBack('整份不入帳，經辦人員可以修正後重新匯入'),
  },
  statement_rollback: {
    approve: {
      title: '核可復原',
      about: '這份檔案入帳的款項立即全部沖回，檔案列為已撤回',
      done: '已核可復原',
    },
    return: giveBack('不復原，檔案維持已入帳'),
  },
  payer_source: {
    enter: {
      title: '送出匯款來源',
      about: '照銀行的單據填寫付款人的帳戶，由另一位同事核對後退款',
      done: '已送匯款來源覆核',
    },
    approve: {
      title: '確認來源',
      about: '單據上的帳戶與填寫的相同，款項退回這個帳戶',
      done: '已確認來源',
    },
    return: giveBack('帳戶不符，退回經辦人員重新填寫'),
  },
  refund_release: {
    release: {
      title: '放行退款',
      about: '送另一位同事覆核，覆核後匯入這裡列出的收款帳戶',
      done: '已放行退款',
    },
  },
  payout_release: {
    release: {
      title: '放行撥付',
      about: '成為一個批次，由另一位同事覆核後匯出',
      done: '已放行撥付',
    },
  },
  payment_check: {
    approve: { title: '覆核付款', about: '成為一份付款檔送交銀行', done: '已覆核付款' },
    return: giveBack('整批退回，可重新放行'),
  },
  booking_check: {
    approve: { title: '覆核入帳', about: '分錄立即入帳，之後只能沖銷', done: '已覆核入帳' },
    return: giveBack('不入帳，經辦人員可以重新提出'),
  },
  negotiation_draft: {
    propose: {
      title: '提出方案',
      about: '送另一位同事覆核，通過後借款人有 3 天可以同意',
      done: '已提出方案',
    },
    decline: {
      title: '不協商',
      about: '案件進入法律程序，會通知借款人與出資人',
      done: '已決定不協商',
      takes: true,
    },
  },
  negotiation_approval: {
    approve: {
      title: '通過方案',
      about: '方案送交借款人，3 天內同意後由出資人表示意見',
      done: '已通過方案',
    },
    return: giveBack('退回草擬人員修改'),
  },
  poll_decision: {
    negotiate: {
      title: '裁決協商',
      about: '案件進入協商，接著草擬協商方案',
      done: '已裁決協商',
      takes: true,
    },
    legal: {
      title: '裁決法律程序',
      about: '案件進入法律程序，理由會留存備查',
      done: '已裁決法律程序',
      takes: true,
    },
  },
  violation_declare: {
    declare: {
      title: '認定違約',
      about: '案件列為違約，通知借款人並開始 7 天催告與投票',
      done: '已認定違約',
      takes: true,
    },
    dismiss: { title: '不予認定', about: '案件維持現狀', done: '未認定違約', takes: true },
  },
  write_off: {
    propose: { title: '提議轉銷', about: '送另一位同事覆核，請寫明原因', done: '已提議轉銷' },
    approve: { title: '核准轉銷', about: '認列損失並通知出資人，續行追償', done: '已轉銷' },
    return: giveBack('暫不轉銷，30 天後再次提出'),
  },
  collection_measure: {
    approve: { title: '核准', about: '立即執行，並留下紀錄', done: '已核准' },
    return: giveBack('不執行，退回經辦人員'),
  },
  holiday_check: {
    approve: approve('還款期限順延或復原；順延會通知近期應還款的借款人，通知後不能復原'),
    return: giveBack('不異動；先行放假的日子立即復原，附上原因'),
  },
  recourse: {
    recovered: {
      title: '已追回',
      about: '款項已進入平台自有帳戶，由另一位同事覆核後入帳',
      done: '已送追回覆核',
    },
    dismiss: {
      title: '認列損失',
      about: '由另一位同事覆核後，墊付款列為平台損失',
      done: '已送認列損失覆核',
      takes: true,
    },
    approve: { title: '覆核通過', about: '依提議入帳，追償就此結束', done: '已覆核' },
    return: giveBack('不入帳，退回經辦人員續行追償'),
  },
  trust_shortfall: {
    sent: {
      title: '公司已匯款',
      about: '填寫銀行的交易序號，由另一位同事向銀行查證後確認；每次短少只能確認一次',
      done: '已送公司匯款覆核',
    },
    approve: {
      title: '確認公司匯款',
      about: '付款與簽核立即恢復，到這一天的銀行日結帳為止；款項屆時未到就再停止',
      done: '已確認公司匯款',
    },
    return: giveBack('查無這筆匯款，付款繼續等待'),
  },
  sent_back: {
    done: { title: '處理完畢', about: '已修正後重新提出，或不再提出', done: '已處理' },
  },
  security_alarm: {
    done: { title: '查明結案', about: '已查看紀錄並處理', done: '已查明' },
  },
  file_damage: {
    done: { title: '處理完畢', about: '檔案已還原或已請當事人重新提供', done: '已處理' },
  },
  attention: { done: { title: '確認完成', about: '事情已處理妥當', done: '已確認' } },
};

/** Labels of a task's states. */
export const taskStatusText = { open: '待處理', done: '已處理' } as const;

/** Labels of events that closed a task without a person's decision. */
const byItself: Record<string, string> = {
  overtaken: '已不需處理（案件狀態已變更）',
  covered: '已不需處理（專戶款項已補足）',
  closed: '已不需處理（銀行已結帳）',
  withdrawn: '已不需處理（原款項已沖正）',
  agreed: '已不需處理（銀行與帳上已相符）',
  taken_back: '已不需處理（檔案已撤回）',
  read_again: '已不需處理（檔案已重新讀取）',
  again: '已不需處理（已重新提出）',
  lapsed: '已不需處理（逾期未覆核，已復原）',
  unlisted: '已不需處理（名單或資料已變更）',
  repaired: '已不需處理（檔案已恢復完好或不再使用）',
};

/** Returns the possible decisions of a kind of task; empty if the kind cannot be decided yet. */
export function decisionsOf(kind: TaskKind): [decision: string, words: DecisionWords][] {
  return Object.entries(words[kind] ?? {});
}

/** For tasks that need two persons: the decisions of the first person and of the second. */
const stages: Partial<Record<TaskKind, { first: readonly string[]; second: readonly string[] }>> = {
  write_off: { first: ['propose'], second: ['approve'] },
  payer_source: { first: ['enter'], second: ['approve', 'return'] },
  recourse: { first: ['recovered', 'dismiss'], second: ['approve', 'return'] },
  trust_shortfall: { first: ['sent'], second: ['approve', 'return'] },
  screening_review: { first: ['clear', 'confirm'], second: ['approve', 'return'] },
};

/**
 * Returns the possible decisions for one task; if two persons must decide it, the first person
 * proposes and the second approves.
 */
export function decisionsFor({ kind, maker }: Pick<Task, 'kind' | 'maker'>) {
  const others = stages[kind]?.[maker === null ? 'second' : 'first'] ?? [];
  return decisionsOf(kind).filter(([decision]) => !others.includes(decision));
}

/** Returns the label of a decision that was made. */
export function decidedText(kind: TaskKind, decision: string | null): string {
  if (decision === null) return '已完成';
  return words[kind]?.[decision]?.done ?? byItself[decision] ?? '已完成';
}

export function decidedTone(kind: TaskKind, decision: string | null): 'done' | 'neutral' {
  const made = decision === null ? undefined : words[kind]?.[decision];
  return made && !made.takes ? 'done' : 'neutral';
}

/** Labels for what an operator should notice about the member of a task. */
export const flagText: Record<ListedTask['flags'][number], string> = {
  pep: '政治性職務',
  suspended: '帳戶暫停',
  late: '逾期',
};
