// Guards of sign-in: one person may lower them, which tightens, and two raise them.

export const accessSettings = {
  captchaFrom: {
    group: 'access',
    text: '登入失敗幾次起需驗證',
    unit: '次',
    about: '15 分鐘內會員帳號或來源網路失敗達此次數，登入須先通過圖形驗證',
    min: 1,
    max: 10,
    initial: 5,
    checked: false,
    agreed: { alone: 'lower' },
  },
  operatorFailures: {
    group: 'access',
    text: '同仁登入失敗上限',
    unit: '次',
    about: '15 分鐘內失敗達此次數，帳號暫停登入',
    min: 3,
    max: 20,
    initial: 10,
    checked: false,
    agreed: { alone: 'lower' },
  },
  smsADay: {
    group: 'access',
    text: '簡訊驗證碼每日上限',
    unit: '則',
    about: '同一門號或同一會員 24 小時內最多可取得的驗證碼',
    min: 3,
    max: 30,
    initial: 10,
    checked: false,
    agreed: { alone: 'lower' },
  },
} as const;
