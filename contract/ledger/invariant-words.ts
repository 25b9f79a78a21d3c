// Chinese labels of the ledger invariants.

/**
 * Labels of the invariants in db/invariants.sql; an invariant without a label is shown by its own
 * name.
 */
export const invariantText: Record<string, string> = {
  'every transfer sums to zero': '每筆分錄借貸平衡',
  'every transfer balances within the trust and within the company':
    '每筆交易在信託專戶與公司各自借貸平衡',
  'what the trust owes to the company is the claim of the company':
    '專戶應付公司款等於公司應收專戶款',
  'two persons make a booking, and its transfer has its entries':
    '撥轉與調整分錄經兩人，入帳內容與核定的相同',
  'exactly the bookings are in the ledger, and a reversed one is undone':
    '每筆撥轉與調整都在帳上，沖銷的已沖銷',
  'a year is closed on its last day, once, from income and expenses to retained earnings':
    '年度結帳記在年度末日，只一次，將收入與費用轉入累積盈虧',
  'at the end of a closed year no income or expense is left, in its own year or before':
    '已結帳的年度，收入與費用全部結清',
  'the days of a closed year stay closed': '已結帳年度的每一天維持關帳',
  'a trust report has the lines and the tree of its figures':
    '信託專戶月報的會員款項逐筆合計等於總額',
  'the daily debits and credits of a kind of account are those of its entries':
    '每日借貸合計等於分錄合計',
  'every transfer has entries': '每筆交易都有分錄',
  'every entry has its transfer and its account': '每筆分錄都有所屬交易與科目',
  'a stored balance is the sum of its entries, and other balances are not stored':
    '科目餘額等於分錄合計',
  'an account matches its kind, and client money is never overdrawn':
    '科目歸屬正確，客戶款項從未透支',
  'the trust bank account holds exactly what the platform owes': '信託專戶餘額等於應付客戶款項',
  'no case is funded beyond its target': '沒有案件超額募集',
  'the totals of a case are the sums of its orders': '案件已募金額等於訂單合計',
  'every order has a case, and every case has a loan': '訂單、案件與申貸案一一對應',
  'a case after signing is fully paid': '簽約後的案件款項均已到齊',
  'the paid amount of an order fits its status': '訂單的已付金額符合其狀態',
  'the trust money of an order is what was paid and not lent yet': '訂單保管款等於已付未撥金額',
  'trust money of an order belongs to an existing order': '每筆保管款都有所屬訂單',
  'exposure is the sum that a member has reserved and lent': '會員出資額度計算正確',
  'refunds that are still to be paid are owed in the ledger': '待退款項均已入帳',
  'money of a third party is paid only to the account from which it came':
    '第三人的款項只退回原付款帳戶',
  'what third parties paid for an order goes back to them when the order ends':
    '訂單結束時第三人付的款項都退回第三人',
  'only money that persons assigned goes back to a third party': '退回第三人的都是人工比對的款項',
  'exactly the disbursed loans have a schedule and shares': '已撥款案件都有還款表與債權份額',
  "every share is a funded order with the order's amount": '債權份額等於原出資金額',
  'the outstanding principal of an investor is the claim in the ledger': '出資人剩餘債權與帳務一致',
  'the debt of a loan is the unpaid rest of its schedule': '借款餘額等於未還期數合計',
  'unpaid interest that is due is in the ledger, from the borrower and to the investors':
    '到期未付利息已入帳並歸屬出資人',
  'an instalment is paid if and only if nothing of it is owed': '已繳期數沒有欠款',
  "the total of an instalment's late charges stays within the legal limit":
    '每期遲延利息與違約金的累計不超過法定上限',
  'a settled loan has neither debt nor money left': '結清案件沒有欠款也沒有餘款',
  'no instalment of a running loan is NT$0, and no loan without debt is in repayment':
    '沒有金額為零的期數，也沒有無欠款而仍在還款的案件',
  'the votes and weights of an ended poll are those that its end hashed':
    '已結束投票的選票與權數等於結束時的雜湊',
  'the agreements to terms that have ended or are in force are those that were hashed':
    '已結束或生效協商的同意紀錄等於當時的雜湊',
  'an application has no figures of an offer before one is made or after it was withdrawn':
    '核准前與撤回後的申貸案沒有核准條件的數字',
  'an offer is withdrawn by two persons': '核准條件的撤回由兩位同仁辦理',
  'a proposal to withdraw an offer ends with the offer': '核准條件結束時，撤回的提案也隨之結束',
  'future instalments follow from the event that made them, and the calendar':
    '未來各期依提前清償、協商等紀錄與行事曆重新計算後相同',
  'amount, rate, term, fees and charges of a loan are those of its signing':
    '借款的金額、利率、期數、費用與遲延條件等於簽約時的紀錄',
  'a decision that waits is about an open task, and takes effect soon':
    '尚未生效的決定屬於未結案的工作，並在兩分鐘內生效或退回',
  'a signed day has the persons and the figures of the audit log': '關帳的簽核人與數字等於稽核紀錄',
  'a batch has the persons and the total of the audit log':
    '付款批次的經辦、覆核與總額等於稽核紀錄',
  'a payment has the amount and the subject of the audit log': '付款的金額與事由等於稽核紀錄',
  'a trust report has the persons and the figures of the audit log':
    '信託專戶月報的簽核人與數字等於稽核紀錄',
  'a letter of the bank has the day and the amount of the audit log':
    '銀行餘額證明的日期與金額等於稽核紀錄',
  'a booking has the persons and the amount of the audit log':
    '撥轉與調整的經辦、覆核與金額等於稽核紀錄',
  'the contract and the signature of a loan are those that the audit log names':
    '已簽約案件的契約與簽名等於稽核紀錄所載的雜湊',
  'money of a third party was assigned by persons': '第三人的款項都由人工比對',
  'a loan that was paid out has one account number': '已撥款的案件各有一個還款帳號',
  'a poll ends when its opening said': '違約投票的截止時間與人數等於開始時的紀錄',
  'a day off that operators added is one to which two persons agreed': '加設的假日都經兩人同意',
  'the first schedule of a loan follows the formula and the calendar':
    '最初的還款計畫符合公式與日曆',
  'agreed terms of a negotiation are those of its sealed document': '協商條件等於已封存的文件',
  'exactly the loans in violation have a notice': '違約案件都有催告紀錄',
  'accelerated principal is one instalment under an expired notice': '提前到期的本金都有期滿的催告',
  'unrecovered court costs are claimed from the borrower': '代墊訴訟費用與應收一致',
  'recovered court costs are the amounts allocated to them': '收回的訴訟費用等於分配金額',
  'amounts covered for a payer are claimed from the payer': '墊付沖正款與應追償款一致',
  "two persons write a loan off, and its loss is the sum of its investors' losses":
    '轉銷經兩人決定，損失等於出資人合計',
  'a closed account has no live order, loan or money': '已關閉的帳戶沒有進行中的訂單、借款或款項',
  'an order placed by a program was allowed by its owner': '程式下的訂單都經本人授權',
  'the orders of a program stay below their daily cap': '程式每日下單不超過本人設定的上限',
  'a closed account allows nothing to programs': '已關閉的帳戶不再授權任何程式',
  'nobody decides a measure that they proposed': '催收處置經他人覆核',
  'every batch is distributed to the dollar, class by class': '每次分配逐類分到元，分毫不差',
  'every batch took exactly the allocated amount from the borrower': '每次還款的扣款等於分配金額',
  'every share equals the sum of its distributions, fees included': '債權份額等於歷次分配結果',
  'every order has its exact share of each class within two dollars':
    '每筆訂單各類款項的累計分配，與應得比例相差不超過 2 元',
  'amounts payable to an investor were distributed and not paid out yet':
    '應付出資人等於已分配未撥付金額',
  'a payment goes to the member of its refund, payout or loan':
    '每筆付款付給其退款、撥付或貸款的會員',
  'a payment is no more than what two persons checked in its batch':
    '每筆付款不超過兩人覆核批次時的金額',
  'a payment to a member goes to the bank of the account that was in force':
    '每筆付給會員的款項，都匯到當時生效帳戶的銀行',
  'a payout is the sum of its parts': '每筆撥付等於其明細合計',
  "a borrower's overpayment is owed until it is paid back": '借款人溢繳款在退還前均列應付',
  'a sent payout has one payment in progress, and a confirmed payout one confirmed payment':
    '撥付與銀行匯款狀態一致',
  'a loan is disbursed only once': '每個案件只撥款一次',
  'a poll is open if and only if its loan is in violation': '違約案件都有進行中的投票',
  'terms are negotiated if and only if their loan is in negotiation': '協商方案只在案件協商中進行',
  'terms in force have the agreement of two thirds of the principal':
    '生效的協商方案已獲三分之二在貸本金同意',
  'nothing is booked from a proposed or withdrawn statement': '待核定或已撤回的對帳單沒有入帳',
  'two persons book a statement': '入帳的對帳單都由兩位同仁經手',
  'a bank account is closed until the last day before a gap': '銀行日依序結帳，中間沒有缺漏的日子',
  'a sent refund has one payment in progress, and a paid refund one confirmed payment':
    '退款與銀行匯款狀態一致',
  'the trust account paid out exactly the payments that the bank confirmed':
    '信託專戶的支出等於銀行已確認的匯款',
  'a transfer that undoes another has the opposite entries': '取消的分錄與原分錄完全相反',
  'the suspense of each receipt matches its state and is not negative':
    '待比對款項逐筆相符，沒有任何一筆小於零',
  'a claim on a payer ends by two persons or by the returned money':
    '墊付追償由兩人決定，或因款項返還而結束',
  "an order's principal is returned, outstanding or lost":
    '每筆債權的本金等於已收回、在貸與損失之和',
  "an investor's loss is the amount given up on the day the loan was closed":
    '出資人的損失等於案件結案當日放棄的債權',
  'the totals of a batch are those of its payments': '付款批次的筆數與總額等於其付款',
  'nothing is in two batches, and nothing is sent without two persons':
    '款項只在一個批次，且經兩人放行才匯出',
  'the stored daily sums are the sums of their entries': '每日加總與分錄總和相符',
  'the amount lent on a loan is the sum of its shares': '每個案件的出資合計等於各筆債權的加總',
  'nothing recorded after the closing of a day counts on that day':
    '簽核關帳後的交易不記入已關帳的日期',
  'a signed day still has the signed figures and no unexplained difference':
    '已簽核的日期維持簽核時的數字，差額全部有說明',
  'the books are open from the day after the last day that two persons signed':
    '帳務自最後一個兩人簽核日的次日起開放',
  'a transfer counts on its bank date, or later if that day was closed': '記帳日不早於銀行日',
  "VAT is calculated on the sum of the tax period's fees at its last close":
    '每期營業稅等於當期服務費合計所含稅額',
  'a distribution counts on the accounting day of its transfer, for the holder of its share':
    '分配：計入其分錄的會計日，並屬於該筆出資的持有人',
  'a share counts as lent on the accounting day of the disbursement of its loan':
    '出資：撥款日為撥款分錄的會計日',
  "a receipt is the line that the bank's statement has under its number":
    '入帳：金額與銀行對帳單同一序號的明細相符',
  'what was received counts on the bank date of its receipt': '入帳：分錄日期為銀行交易日',
  'the receipt and the instalment of an allocation belong to its loan':
    '抵充：入帳與期別屬於同一借款',
  'late charges of an instalment are owed, paid or waived':
    '遲延利息與違約金：已計金額等於未繳、已繳與減免之和',
  'late charges paid on an instalment are the allocations of their class':
    '遲延利息與違約金：各期已繳等於逐筆抵充',
  'a loan is settled on the day on which the last of its debt was paid':
    '結清：結清日為最後一筆債務清償之日',
  'a used prepayment has a batch on its day with its principal and fee':
    '提前清償：指示的本金與手續費與分錄相符',
  'a prepayment fee was paid under an instruction for its day': '提前清償：手續費皆有當日的指示',
  'the loss of a write-off is the principal that had not been distributed by then':
    '轉銷：損失等於當時尚未分配的本金',
  'allowances of an invoice have the tax of their sum': '折讓：稅額合計等於折讓總額之稅額',
  'a debit that was paid has one receipt of its amount, and every such receipt has its debit':
    '授權扣款：扣款與入帳逐筆相符',
  'the receipts of debits are the sum of the debits that were paid, in the ledger too':
    '授權扣款：成功扣款總額等於入帳總額',
  'an instalment or order has at most one debit under way or paid':
    '授權扣款：每期與每筆訂單只扣一次',
  'a second attempt follows a refused first one': '授權扣款：第二次扣款在第一次未成功之後',
  'no debit is above the ceiling of its mandate, unless it was not sent':
    '授權扣款：不超過每筆上限',
  "a file's records and total are those of its debits or registrations":
    '授權扣款：扣款檔的筆數與總額相符',
  'money paid twice goes back once, and never more than was received':
    '授權扣款：重複付款只退回一次',
  'the invoices of a track have its numbers from the first to the last one given, no gap':
    '字軌的發票號碼連續，沒有缺號',
  'invoices are dated in the period of their track, in the order of their numbers':
    '發票日期在字軌的期別內，並依號碼遞增',
  'a fee to invoice is the fee of its transfer in the ledger': '待開立的費用等於帳上的費用',
  'every fee of the ledger since invoicing began is collected for invoicing':
    '開始開立發票後，帳上每筆費用都列入開立',
  "each day's invoices less voids and allowances are the fees that were done on it":
    '每日發票減作廢與折讓，等於當日處理的費用',
  'an invoice covers the fee that names it, of the same member': '發票與其費用的金額、會員相符',
  'allowances never exceed their invoice, and a void invoice has none':
    '折讓不超過發票金額，作廢的發票沒有折讓',
  'every invoice, void and allowance has its message': '每張發票、作廢與折讓都有傳送訊息',
  'VAT of a tax period is booked to the dollar until the last signed day':
    '營業稅提列至最後簽核日，分毫不差',
  'the log begins with 0 and has no gaps': '公開紀錄的編號從 0 開始，沒有缺號',
  'a leaf has the hash of its text, and commits to its opening':
    '公開紀錄的每一筆與其雜湊、原文相符',
  'the lowest tiles hold the hashes of the leaves in order': '公開紀錄的雜湊依序與每一筆相符',
  'the tiles of each level cover the whole log': '公開紀錄的各層雜湊涵蓋全部紀錄',
  'the newest checkpoint covers the whole log': '最新的簽章涵蓋全部公開紀錄',
  'every listing, signature and settlement since the log began has its leaf':
    '每次上架、簽約與結清都有公開紀錄',
  'every disbursement that was confirmed since the log began has its leaf':
    '每筆銀行確認的撥款都有公開紀錄',
  'every funded order of a loan that was signed since the log began has its leaf':
    '已簽約案件的每筆出資都有公開紀錄',
  'a leaf of an order says its amount and case': '公開紀錄的出資金額與案件和訂單相符',
  'the bookings of a payment match its result at the bank': '每筆匯款的帳務與銀行結果一致',
  'no order expires and no case fails while a debit of the order is at the bank':
    '扣款還在銀行的訂單不會逾期，案件也不會未募滿',
  'what was paid for an order is in its trust money, lent or refunded, and none of it twice':
    '訂單收到的款項都在信託、已撥貸或已退款，沒有重複',
  'what was received for a loan is set aside, used or a surplus, and none of it twice':
    '借款收到的款項都已暫存、抵充或列為溢繳，沒有重複',
  'an open claim is what was covered of its reversed receipt, less what came back':
    '未結的求償等於代墊金額減去已收回的部分',
  'no refund that waits to be sent contains money that the platform covered':
    '待匯出的退款不含公司代墊的款項',
  'no surplus that waits to be sent contains money that the platform covered':
    '待匯出的溢繳款不含公司代墊的款項',
  'a refund, a payout, a receipt or a sweep is paid at most once':
    '每筆退款、撥付、退回與撥轉最多匯出一次',
  'returned money is owed again, or lies in suspense if its member has left, and not both':
    '退匯的款項不是重新待付，就是列入待比對，不會兩者都是',
  'a disbursement that came back is undone, or lies in suspense, and not both':
    '退回的撥款不是已取消撥款，就是列入待比對，不會兩者都是',
  'money in suspense waits in a task or a proposed booking': '待比對的款項都有待辦或待覆核的分錄',
  'a refund that waits has a person who releases it, checks it or names its account':
    '待付的退款都有人放行、覆核或補帳號',
  'exactly the accounts that sent a payment back, and were not replaced, have a task':
    '遭退匯且未更換的收款帳戶都有一件待辦',
  'nothing goes to an account that sent a payment back, unless two persons agreed':
    '退匯過的帳戶未經兩人同意不再付款',
  'exactly the open claims have a task': '每筆未結的求償都有一件待辦',
  'a claim on a third party contains all that they were sent back of a reversed payment':
    '對第三人的求償包含已退還給他的全部金額',
  'client money is whole, or an open shortfall has exactly the difference':
    '客戶款項足額，或短少的金額已如數列管',
  "a trust report has the amount of the bank's letter": '信託專戶月報的銀行餘額等於餘額證明',
  'the fee of a disbursement is that of its loan, which begins on its bank day':
    '撥款扣收的費用等於案件的服務費與匯費，起算日等於撥款的銀行日',
  'a signed day on which client money was short names the breach':
    '客戶款項短少的日子，簽核時寫明金額、原因與已通知的對象',
  'the signed closing of a day is what the bank reported until then':
    '簽核的日終餘額等於銀行當時所報',
  'the VAT of each day is that of the fees and what its close moved':
    '每日的營業稅等於當期服務費內含的稅額與入帳的稅額',
  "two persons confirm a transfer of the company, and the second one a difference's reason":
    '公司匯款與差額的原因都經兩人確認',
  'a published month of the loan book tells of at least five late and five punctual borrowers':
    '平台統計：每組逾期與未逾期的借款人各至少 5 位',
  'any two months with lateness of their own differ by at least five borrowers':
    '平台統計：任兩次公布之間至少 5 位借款人變動',
  'a month without lateness of its own repeats that of the month before':
    '平台統計：不足公布時沿用前一次的數字',
};
