// Settings of the trust account: whose its interest is, and what the company keeps in it.

export const trustSettings = {
  trustInterestPercent: {
    group: 'fees',
    text: '專戶存款利息歸客戶比例',
    unit: '%',
    about:
      '依信託契約，信託專戶的存款利息歸客戶的百分比，其餘歸公司；生效前提出的利息分錄依當時的比例',
    min: 0,
    max: 100,
    initial: 0,
    checked: true,
  },
  trustReserve: {
    group: 'fees',
    text: '專戶公司準備金',
    unit: '元',
    about:
      '公司留在信託專戶的自有款項；服務費撥轉不得動用，銀行手續費與墊付損失先由它支應，不足一半時列為待辦',
    min: 0,
    max: 10_000_000,
    initial: 50_000,
    checked: true,
  },
} as const;
