// What is agreed to when an account is opened: the terms of service, and the use of personal data.
// The page's loader passes it, because the scripts of the page need not contain it.
import { brand } from '../../site/kit/brand.ts';

export type Points = readonly (readonly [name: string, text: string])[];

const terms: Points = [
  ['服務內容', '本平台媒合借款人與出資人，不是銀行，不收受存款，也不提供儲值或電子錢包。'],
  ['資格', '須年滿 18 歲，一人限一個帳戶，並以真實身分與本人銀行帳戶使用。'],
  ['款項', '出資與還款都經由銀行信託專戶，平台不動用會員款項。'],
  ['風險', '出資不保證本金與收益，借款人可能逾期或違約，請評估可承受的損失。'],
  ['費用', '費用在每次送出前列明並經您同意；撥款前不收取任何費用。'],
  ['帳戶安全', '請妥善保管密碼與驗證碼；發現異常請立即通知我們，我們會暫停帳戶的使用。'],
  ['終止', '沒有進行中的申貸案與出資時，您可以隨時要求關閉帳戶。'],
  ['準據法', '以中華民國法律為準據法；消費爭議依消費者保護法處理。'],
];

const privacy: Points = [
  ['蒐集者', brand.entity],
  ['目的', '會員管理、身分驗證、借貸媒合與契約履行、防範詐欺與洗錢，及法律要求'],
  ['類別', '電子郵件；身分驗證時另有姓名、證號、聯絡方式、證件影像與銀行帳戶'],
  ['期間與地區', '契約關係存續期間及法律要求的保存期間，於臺灣境內利用'],
  ['利用對象與方式', '本公司、信託銀行與依法有權的機關，以電子方式處理'],
  ['您的權利', `可向客服（${brand.phone}）請求查詢、更正、停止利用或刪除`],
  ['不提供的影響', '不提供時無法註冊，或無法使用需要驗證身分的服務'],
];

/**
 * The second text is the notice that the law requires when personal data is first collected (個資法
 * §8).
 */
export const agreements: { title: string; points: Points }[] = [
  { title: '《服務條款》', points: terms },
  { title: '《隱私權政策》與個人資料蒐集告知', points: privacy },
];
