// Columns of the voucher file: the headings before anybody changes them in the settings.

/** Heading of each column, in the order of the file. */
export const voucherColumns = {
  number: '傳票號碼',
  on: '傳票日期',
  line: '行次',
  code: '會計項目代號',
  name: '會計項目名稱',
  summary: '摘要',
  debit: '借方金額',
  credit: '貸方金額',
  cause: '來源交易',
  entity: '帳簿',
  state: '編號狀態',
} as const;
export type VoucherColumn = keyof typeof voucherColumns;
export const voucherColumnIds = Object.keys(voucherColumns) as VoucherColumn[];

/** Settings of this feature: which columns the file has, in which order and under which names. */
export const bankingLists = {
  voucherColumns: {
    group: 'books',
    text: '傳票匯出欄位',
    about: '傳票匯出檔的欄位名稱、順序與是否包含，依會計軟體的格式調整；頁面上的傳票不受影響',
    initial: voucherColumnIds.map((id) => ({
      id,
      text: voucherColumns[id] as string,
      enabled: true,
    })),
    checked: false,
    closed: '傳票的內容固定為這些欄位，不開放新增',
    hint: '欄位依這個順序匯出；停用的欄位不在檔案中',
  },
} as const;
