// What the laws of the books are called.

/** The laws of db/invariants.sql in words; a law without any is shown by its own name. */
export const laws: Record<string, string> = {
  'every transfer sums to zero': '每筆分錄借貸平衡',
  'every transfer has entries': '每筆交易都有分錄',
  'every entry has its transfer and its account': '每筆分錄都有所屬交易與科目',
  'a tallied balance is the sum of its entries, an untallied one is not kept':
    '科目餘額等於分錄合計',
  'an account is what its kind says, and client money is never overdrawn':
    '科目歸屬正確，客戶款項從未透支',
  'the trust bank holds exactly what we owe': '信託專戶餘額等於應付客戶款項',
  'no case is funded beyond its target': '沒有案件超額募集',
  'a case counts exactly its orders': '案件已募金額等於訂單合計',
  'every order has its case, every case its loan': '訂單、案件與申貸案一一對應',
  'a case beyond signing is fully paid': '簽約後的案件款項均已到齊',
  'what an order was paid fits its status': '訂單的已付金額符合其狀態',
  'what lies in trust for an order is what it was paid and has not lent':
    '訂單保管款等於已付未撥金額',
  'money in trust for an order has an order': '每筆保管款都有所屬訂單',
  'exposure is what a member has reserved and lent': '會員出資額度計算正確',
  'refunds that are still to be paid are owed in the ledger': '待退款項均已入帳',
  'every disbursed loan has its schedule and its shares, and only such a loan':
    '已撥款案件都有還款表與債權份額',
  'a share is an order that was funded, at its amount': '債權份額等於原出資金額',
  'what an investor still owns of a loan is his claim in the ledger': '出資人剩餘債權與帳務一致',
  'what a loan owes is the rest of its schedule': '借款餘額等於未還期數合計',
  'interest due and unpaid is owed in the ledger, and to the investors':
    '到期未付利息已入帳並歸屬出資人',
  'an instalment is paid when nothing of it is owed': '已繳期數沒有欠款',
  'a settled loan owes nothing and keeps nothing': '結清案件沒有欠款也沒有餘款',
  'a loan in violation has its notice, and only such a loan': '違約案件都有催告紀錄',
  'principal that fell due at once is one instalment, under a notice that has run out':
    '提前到期的本金都有期滿的催告',
  'court costs we paid and have not got back are claimed of the borrower': '代墊訴訟費用與應收一致',
  'court costs got back are what was allocated to them': '收回的訴訟費用等於分配金額',
  'what we covered for a payer and pursue is claimed of him': '墊付沖正款與應追償款一致',
  'a loan is written off by two persons, and its loss is that of its investors':
    '轉銷經兩人決定，損失等於出資人合計',
  'a measure is decided by another than who proposed it': '催收處置經他人覆核',
  'every batch is shared to the dollar, class by class': '每次分配逐類分到元，分毫不差',
  'every batch took from the borrower exactly what was allocated': '每次還款的扣款等於分配金額',
  'a share is what its distributions made of it, fee and all': '債權份額等於歷次分配結果',
  'what is payable to an investor was distributed and not paid out':
    '應付出資人等於已分配未撥付金額',
  'a payout is the sum of what it pays out': '每筆撥付等於其明細合計',
  'what a borrower overpaid is owed to him until it is paid back': '借款人溢繳款在退還前均列應付',
  'a payout that was sent is one payment under way, one that was confirmed one that is done':
    '撥付與銀行匯款狀態一致',
  'a loan is disbursed once': '每個案件只撥款一次',
  'a poll runs while its loan is in violation, and only then': '違約案件都有進行中的投票',
  'terms are negotiated while their loan is in negotiation, and only then':
    '協商方案只在案件協商中進行',
  'terms are in force by consent of two thirds of the principal':
    '生效的協商方案已獲三分之二在貸本金同意',
  'a batch is what it pays': '付款批次的筆數與總額等於其付款',
  'nothing waits in two batches, and nothing leaves that two persons did not agree to':
    '款項只在一個批次，且經兩人放行才匯出',
  'the days added up are the sums of their entries': '每日加總與分錄總和相符',
  'what was lent on a loan is the sum of its shares': '每個案件的出資合計等於各筆債權的加總',
};
