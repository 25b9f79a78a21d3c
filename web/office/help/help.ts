// Help of the office's pages: what each is for, what one can do there and who may, and its keys.
import * as paths from '../paths.ts';

/** An act, and the roles that may do it. */
type HelpAct = [does: string, who: string];

export type Help = {
  purpose: string;
  acts: readonly HelpAct[];
  /** Keys of this page, besides those of all pages. */
  keys?: readonly HelpKey[];
  /** Anchor of the entry in docs/runbook.md that says what to do when something is wrong. */
  runbook?: string;
};
export type HelpKey = [keys: readonly string[], does: string];

const ALL = '所有同仁';
const EDITORS = '內容、管理';
const rows: HelpKey = [['↑', '↓'], '在列與列之間移動'];
const open: HelpKey = [['Enter'], '開啟選取的一列'];
const list = [rows, open];

/** Keys that work on every page. */
export const commonKeys: readonly HelpKey[] = [
  [['Ctrl', 'K'], '搜尋會員、申貸案、訂單、頁面與動作（Mac 為 ⌘ K）'],
  [['?'], '開啟這份說明'],
];

const reviewKeys: readonly HelpKey[] = [
  [['↑', '↓'], '在列表或核對項目間移動'],
  open,
  [['N'], '取得下一件'],
  [['Y'], '核對為「相符」'],
  [['X'], '核對為「不符」'],
  [['A'], '核對完畢後通過；其他工作選擇「核准」，再按 Enter 送出'],
  [['R'], '要求補件、退回、婉拒'],
  [['Z'], '復原尚未生效的決定'],
];

/** By the path of the page in the menu; it also covers the pages below it. */
export const helpByPath: Readonly<Record<string, Help>> = {
  [paths.overview()]: {
    purpose: '一天從這裡開始：哪些工作在等、何時到期、今天的金流，以及哪裡出了狀況。',
    acts: [
      ['開啟佇列或最先到期的工作', ALL],
      ['查看自己角色近 30 天的數字與申貸案進度', ALL],
      ['查看逾期過久而升級的工作', '可處理該類工作的同仁'],
    ],
    runbook: 'tasks-overdue',
  },
  [paths.inbox()]: {
    purpose: '等人處理的工作，依期限排列。取得之後由您承辦，別人不能決定，直到您放回。',
    acts: [
      ['取得、放回、決定工作', '可處理該類工作的同仁；經辦不能覆核自己的工作'],
      ['指派給同仁、調整急件', '承辦人或管理'],
      ['把覆核退回的工作修正後重新提出', '原經辦'],
    ],
    keys: reviewKeys,
    runbook: 'tasks-overdue',
  },
  [paths.mentions()]: {
    purpose: '同仁在備註中提到您的地方，未讀的在前。',
    acts: [['標為已讀', '被提及的同仁']],
  },
  [paths.members()]: {
    purpose: '會員名冊與每位會員的資料、時間軸、往來與備註。個人資料預設遮蔽。',
    acts: [
      ['以姓名、手機、信箱或編號搜尋', '審核、核准、出納、稽核、管理'],
      ['顯示遮蔽的資料（留下紀錄）', '審核、核准、管理'],
      ['查看與其他會員的關聯（留下紀錄）', '審核、核准、稽核、管理'],
      ['重設驗證步驟', '審核'],
      ['暫停與恢復帳戶', '核准、管理'],
      ['暫停與解除撥付（由另一位同仁覆核）', '出納、核准、管理'],
      ['代看會員畫面', '審核、核准、出納、管理'],
    ],
    keys: list,
    runbook: 'suspected-fraud',
  },
  [paths.loans()]: {
    purpose: '全部申貸案，從送件到結清；條件留在網址上，可以存成檢視。',
    acts: [
      ['篩選、排序、選擇欄位、存檢視、匯出', '審核、核准、出納、稽核、管理'],
      ['寫備註並提及同仁', '審核、核准、出納、管理'],
    ],
    keys: list,
  },
  [paths.orders()]: {
    purpose: '全部出資訂單與付款、退款、撥付的狀態。',
    acts: [['篩選、排序、選擇欄位、存檢視、匯出', '審核、核准、出納、稽核、管理']],
    keys: list,
  },
  [paths.fundedCases()]: {
    purpose: '募集中的案件：募得多少、還剩多久、能不能提前結束或延長。',
    acts: [
      ['延長募集、提前結束', '核准'],
      ['查看出資人與訂單', '審核、核准、出納、稽核、管理'],
    ],
    keys: list,
  },
  [paths.polls()]: {
    purpose: '違約案件的出資人投票與結果；結果由核准同仁裁決。',
    acts: [['裁決協商或法律程序', '核准']],
    keys: list,
  },
  [paths.collections()]: {
    purpose: '逾期案件，依逾期天數分組：聯絡、承諾、協商、催收處置與轉銷。',
    acts: [
      ['記錄聯絡與承諾還款', '審核、核准、出納'],
      ['提議催收處置、轉銷', '審核、出納；由另一位同仁覆核'],
    ],
    keys: list,
  },
  [paths.moneyDesk()]: {
    purpose: '信託專戶的錢：匯入對帳單、比對入帳、付款批次、撥轉與每日對帳。',
    acts: [
      ['匯入對帳單、整批處理入帳、放行、提出分錄', '出納'],
      ['覆核付款、比對、對帳單與分錄', '另一位出納或核准'],
      ['簽核每日對帳', '兩位不同的同仁'],
      ['查看授權扣款', '出納、稽核、管理'],
      ['下載扣款檔', '出納'],
    ],
    keys: list,
    runbook: 'bank-day-late',
  },
  [paths.books()]: {
    purpose: '總帳、試算表、損益與資產負債表，以及帳務規則是否全部相符。',
    acts: [
      ['查詢與匯出', '出納、稽核、管理'],
      ['提出年度結帳', '出納；由另一位出納或核准覆核'],
    ],
    runbook: 'laws-broken',
  },
  [paths.trustReports()]: {
    purpose: '每月的信託專戶月報：銀行餘額證明與帳上餘額、屬於會員的款項；兩人簽核後會員可以驗證。',
    acts: [
      ['登錄餘額證明、第一次簽核', '出納'],
      ['覆簽並公布', '另一位出納或核准'],
      ['查看與下載', '出納、核准、稽核、管理'],
    ],
  },
  [paths.invoices()]: {
    purpose: '每筆服務費的電子發票、字軌、上傳與折讓，並與營業稅帳相比。',
    acts: [
      ['登記字軌、重送、作廢', '出納'],
      ['查詢與匯出', '出納、稽核、管理'],
    ],
    keys: list,
  },
  [paths.articles()]: {
    purpose: '網站的文章與公告；另一位同仁閱讀並通過之後，才公開或排定時間公開。',
    acts: [
      ['新增、修改、送交覆核、排程', EDITORS],
      ['閱讀後通過或退回', '另一位內容或核准同仁'],
      ['說明原因，立即下架', EDITORS],
    ],
    keys: list,
  },
  [paths.questions()]: {
    purpose: '常見問題與讀者的評價；公開的內容由另一位同仁通過後才改變。',
    acts: [
      ['新增、修改、刪除、排序', EDITORS],
      ['閱讀後通過或退回', '另一位內容或核准同仁'],
      ['說明原因，立即下架', EDITORS],
    ],
    keys: list,
  },
  [paths.policies()]: {
    purpose: '條款與政策的版本；新版自生效日起對外公布，公布後不再更動。',
    acts: [
      ['擬定新版並送審', EDITORS],
      ['核准或退回', '另一位內容或核准同仁'],
    ],
  },
  [paths.plans()]: {
    purpose: '借款方案的條件與文字；新申請適用送件時的版本。',
    acts: [
      ['擬定新版並送審', '內容、核准、管理'],
      ['核准、退回、撤回', '另一位核准同仁'],
    ],
  },
  [paths.ads()]: {
    purpose: '首頁與各頁的廣告與刊登期間；另一位同仁通過後才刊登。',
    acts: [
      ['新增、修改、刪除', EDITORS],
      ['閱讀後通過或退回', '另一位內容或核准同仁'],
      ['說明原因，立即下架', EDITORS],
    ],
  },
  [paths.images()]: {
    purpose: '文章與廣告使用的圖片。',
    acts: [
      ['上傳、修改說明與焦點', EDITORS],
      ['使用中的圖片：閱讀後通過或退回', '另一位內容或核准同仁'],
    ],
  },
  [paths.synonyms()]: {
    purpose: '站內搜尋的同義詞，讓讀者用自己的說法也找得到。',
    acts: [['修改', EDITORS]],
  },
  [paths.wordings()]: {
    purpose: '通知、郵件與簡訊的範本；新版本生效後寄出的訊息才改變。',
    acts: [
      ['改寫並送交覆核、回復前一版', EDITORS],
      ['核可或退回', '另一位內容、核准或管理同仁'],
    ],
  },
  [paths.broadcasts()]: {
    purpose: '寄給一群會員的訊息：條件、時間、內容與寄送結果。',
    acts: [
      ['撰寫並送審', EDITORS],
      ['核准或退回', '另一位內容或核准同仁'],
    ],
    runbook: 'outbox-stuck',
  },
  [paths.reports()]: {
    purpose: '金流、在貸、收入、違約、報酬與作業時間；每個數字都能點進明細。',
    acts: [
      ['選擇期間、查看明細、匯出', '出納、核准、稽核、管理'],
      ['定期寄送給看得到這份報表的同仁（信中只有合計與連結）', '出納、核准、稽核、管理'],
      ['暫停、恢復、修改、刪除寄送', '設定的同仁、管理'],
    ],
  },
  [paths.holidays()]: {
    purpose: '營業日曆：應還日與工作期限遇假日順延。',
    acts: [
      ['提出新增或復原、颱風先行放假一天', '出納、管理'],
      ['覆核', '另一位出納、核准或管理同仁'],
    ],
  },
  [paths.absences()]: {
    purpose: '同仁的請假與代理人。請假期間，手上的工作轉交代理人或回到待辦。',
    acts: [
      ['登記與結束自己的請假', ALL],
      ['登記與結束同仁的請假', '管理'],
    ],
  },
  [paths.settings()]: {
    purpose: '費用、期限、選單與工作分派規則；每次變更都是一個有生效時間的版本。',
    acts: [
      ['變更', '管理；影響會員金錢的項目出納也可提出'],
      ['覆核影響會員金錢的變更', '另一位核准或管理同仁'],
    ],
  },
  [paths.health()]: {
    purpose: '系統是否正常：帳務規則、佇列、排程、寄送、對帳與金鑰。',
    acts: [['重新執行排程、重送訊息', '管理']],
    runbook: 'job-failing',
  },
  [paths.deliveries()]: {
    purpose: '寄給會員的郵件、簡訊與推播：何時寄出、有沒有成功。',
    acts: [['依會員、種類與日期查詢', '審核、核准、出納、稽核、管理']],
    keys: list,
    runbook: 'outbox-stuck',
  },
  [paths.audit()]: {
    purpose: '誰在何時對什麼做了什麼、為什麼。紀錄與帳務各有雜湊鏈，改過一個字都會被發現。',
    acts: [
      ['查詢與匯出', '稽核、管理'],
      ['立即驗證兩條鏈與鏈頭、下載證明檔', '稽核、管理'],
    ],
    runbook: 'chain-broken',
  },
  [paths.security()]: {
    purpose: '被拒絕的請求與警示，用來發現攻擊與異常。',
    acts: [['查詢與匯出', '稽核、管理']],
    runbook: 'security-alarm',
  },
  [paths.operators()]: {
    purpose: '後台同仁、角色與登入狀態。每次異動都由另一位管理同仁核可。',
    acts: [
      ['邀請、變更角色、設定核准上限、重設、停用', '管理'],
      ['核可或退回異動', '另一位管理同仁'],
    ],
  },
  [paths.partners()]: {
    purpose: '合作夥伴的應用程式。會員同意後，它們可在登記的權限內存取會員的帳戶。',
    acts: [
      ['登記與停用', '管理'],
      ['核可或退回登記', '另一位管理同仁'],
      ['查詢與匯出', '稽核、管理'],
    ],
  },
  [paths.signIns()]: {
    purpose: '同仁的登入紀錄：時間、裝置、位址與結果。',
    acts: [['依同仁查詢', '稽核、管理']],
    runbook: 'suspected-fraud',
  },
  [paths.impersonations()]: {
    purpose: '同仁代看會員畫面的紀錄；代看時只能看，不能變更任何內容。',
    acts: [['查詢', '審核、核准、出納、稽核、管理']],
  },
  [paths.ownSessions()]: {
    purpose: '您在哪些裝置登入後台。',
    acts: [['登出其他裝置', ALL]],
    runbook: 'suspected-fraud',
  },
};

/** Returns the help of the page at this path, or of the page in the menu above it. */
export function helpAt(pathname: string): Help | null {
  const found = Object.keys(helpByPath)
    .filter((at) => pathname === at || (at !== '/' && pathname.startsWith(`${at}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
  return found === undefined ? null : (helpByPath[found] ?? null);
}
