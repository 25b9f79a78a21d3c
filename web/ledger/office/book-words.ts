// Chinese labels of the ledger invariants.

/**
 * Labels of the invariants in db/invariants.sql; an invariant without a label is shown by its own
 * name.
 */
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
  'late charges of an instalment stay within the law in sum':
    '每期遲延利息與違約金的累計不超過法定上限',
  'a settled loan owes nothing and keeps nothing': '結清案件沒有欠款也沒有餘款',
  'a loan in violation has its notice, and only such a loan': '違約案件都有催告紀錄',
  'principal that fell due at once is one instalment, under a notice that has run out':
    '提前到期的本金都有期滿的催告',
  'court costs we paid and have not got back are claimed of the borrower': '代墊訴訟費用與應收一致',
  'court costs got back are what was allocated to them': '收回的訴訟費用等於分配金額',
  'what we covered for a payer and pursue is claimed of him': '墊付沖正款與應追償款一致',
  'a loan is written off by two persons, and its loss is that of its investors':
    '轉銷經兩人決定，損失等於出資人合計',
  'a closed account has no live order, loan or money': '已關閉的帳戶沒有進行中的訂單、借款或款項',
  'a measure is decided by another than who proposed it': '催收處置經他人覆核',
  'every batch is shared to the dollar, class by class': '每次分配逐類分到元，分毫不差',
  'every batch took from the borrower exactly what was allocated': '每次還款的扣款等於分配金額',
  'a share is what its distributions made of it, fee and all': '債權份額等於歷次分配結果',
  'an order has its exact share of each class to within two dollars':
    '每筆訂單各類款項的累計分配，與應得比例相差不超過 2 元',
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
  'of a statement that is proposed or withdrawn nothing is booked':
    '待核定或已撤回的對帳單沒有入帳',
  'a statement is booked by two persons': '入帳的對帳單都由兩位同事經手',
  'an account is closed through the last day before a gap': '銀行日依序結帳，中間沒有缺漏的日子',
  'a refund that was sent is one payment under way, one that was paid one that is done':
    '退款與銀行匯款狀態一致',
  'the trust account moved by what became of each payment: out when confirmed, else not':
    '信託專戶的支出等於銀行已確認的匯款',
  'what undoes a transfer is its exact opposite': '取消的分錄與原分錄完全相反',
  'suspense lies there receipt by receipt, and none has less than nothing':
    '待比對款項逐筆相符，沒有任何一筆小於零',
  'a claim on a payer is ended by two persons, or by the money itself':
    '墊付追償由兩人決定，或因款項返還而結束',
  "an order's principal came back, is out or is lost, and nothing else":
    '每筆債權的本金等於已收回、在貸與損失之和',
  'what an investor lost is what the closing of his loan gave up, on its day':
    '出資人的損失等於案件結案當日放棄的債權',
  'a batch is what it pays': '付款批次的筆數與總額等於其付款',
  'nothing waits in two batches, and nothing leaves that two persons did not agree to':
    '款項只在一個批次，且經兩人放行才匯出',
  'the days added up are the sums of their entries': '每日加總與分錄總和相符',
  'what was lent on a loan is the sum of its shares': '每個案件的出資合計等於各筆債權的加總',
  'nothing that was recorded after a day was closed counts on it':
    '簽核關帳後的交易不記入已關帳的日期',
  'a signed day is what was signed, and what it does not explain is nothing':
    '已簽核的日期維持簽核時的數字，差額全部有說明',
  'the books are open from the day after the last one signed by two':
    '帳務自最後一個兩人簽核日的次日起開放',
  'a transfer counts on its bank date or later, where that was closed': '記帳日不早於銀行日',
  "VAT is that of the sum of the tax period's fees, at its last close":
    '每期營業稅等於當期服務費合計所含稅額',
  'VAT of a tax period is booked to the dollar through the last day signed':
    '營業稅提列至最後簽核日，分毫不差',
  'what the books have of a payment at the bank is what became of it':
    '每筆匯款的帳務與銀行結果一致',
};
