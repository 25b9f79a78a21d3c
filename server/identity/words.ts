// Default texts of notices to members and operators about their accounts.
import { catalogue } from '../notices/rules.ts';

const profile = '/account/profile';
const profileStep = '/member/profile';
const notYou = '如果不是您本人操作，請立即聯絡客服。';
const welcome = '歡迎加入！接下來請完成身分驗證，約需 6 分鐘。';
const account = { category: 'account', link: profile } as const;
const api = { category: 'account', link: '/account/api' } as const;

export const noticeKinds = catalogue('identity', {
  newDevice: {
    ...account,
    name: '新的裝置登入',
    email: 'always',
    title: '您的帳戶在新的裝置登入',
    body:
      '{{when}}，您的帳戶從「{{device}}」（網路位址 {{address}}）登入。如果不是您本人，' +
      '請立即變更密碼，並到「帳戶管理」登出所有其他裝置。',
    variables: {
      when: ['登入時間', '2026年11月20日 14:05'],
      device: ['裝置', 'Windows 的 Chrome'],
      address: ['網路位址，遮去末段', '203.0.113.*'],
    },
    must: ['when', 'device'],
  },
  signInWaiting: {
    ...account,
    name: '不認得的瀏覽器登入',
    email: 'always',
    title: '有人在不認得的瀏覽器登入您的帳戶',
    body:
      '{{when}}，有人從「{{device}}」（網路位址 {{address}}）{{by}}，我們要求再完成一個步驟。' +
      '如果是您本人，請在原來的頁面繼續；不是的話，對方還沒有登入，請立即變更密碼。',
    variables: {
      when: ['登入時間', '2026年11月20日 14:05'],
      by: ['對方做了什麼', '輸入了您的密碼'],
      device: ['裝置', 'Windows 的 Chrome'],
      address: ['網路位址，遮去末段', '203.0.113.*'],
    },
    must: ['when', 'device'],
    letter: { button: '變更密碼', link: '/member/forgot' },
  },
  factorOn: {
    ...account,
    name: '已開啟登入的第二步驟',
    email: 'always',
    title: '已開啟登入的第二步驟',
    body: `之後在新的瀏覽器登入，除了密碼還需要通行密鑰或簡訊驗證碼。${notYou}`,
    variables: {},
  },
  factorOff: {
    ...account,
    name: '已關閉登入的第二步驟',
    email: 'always',
    title: '已關閉登入的第二步驟',
    body: `之後在新的瀏覽器登入，只需要密碼。${notYou}`,
    variables: {},
  },
  passwordChanged: {
    ...account,
    name: '密碼已變更',
    email: 'always',
    title: '您的密碼已變更',
    body: '{{ended}}',
    variables: { ended: ['哪些裝置已登出、通行密鑰如何', '其他裝置都已登出。'] },
    letter: {
      body:
        '您在{{brand}}的密碼剛才已變更，{{ended}}\n\n' +
        '如果不是您本人操作，請立即點選下方按鈕重設密碼，並電洽客服 {{servicePhone}}。',
      button: '重設密碼',
      link: '/member/forgot',
    },
  },
  suspended: {
    ...account,
    name: '帳戶暫停使用',
    link: '/support',
    title: '您的帳戶已暫停使用',
    body: '您的帳戶已暫停使用，原因：{{reason}}。進行中的還款與撥付不受影響，如有疑問請聯絡客服。',
    variables: { reason: ['暫停的原因', '帳戶資料待確認'] },
    must: ['reason'],
  },
  suspensionLifted: {
    ...account,
    name: '帳戶恢復使用',
    link: '/member/login',
    title: '您的帳戶已恢復使用',
    body: '您的帳戶已恢復使用，現在可以重新登入。',
    variables: {},
  },
  viewed: {
    ...account,
    name: '客服檢視了會員頁面',
    link: '/support',
    email: false,
    title: '客服檢視了您的會員頁面',
    body:
      '為了協助您或查明問題，客服人員剛才以僅供檢視的方式開啟了您的會員頁面，' +
      '期間無法更動您的資料，也無法代您操作。如有疑問請聯絡客服。',
    variables: {},
  },
  emailProven: {
    ...account,
    name: '電子郵件驗證完成',
    link: profileStep,
    email: false,
    title: '電子郵件驗證完成',
    body: welcome,
    variables: {},
  },
  registeredWithGoogle: {
    ...account,
    name: '以 Google 註冊完成',
    link: profileStep,
    email: false,
    title: '註冊完成',
    body: welcome,
    variables: {},
  },
  googleLinked: {
    ...account,
    name: '已連結 Google 帳號',
    email: 'always',
    title: '已連結 Google 帳號',
    body: `您的帳戶已可用 Google 登入。${notYou}`,
    variables: {},
  },
  passkeyAdded: {
    ...account,
    name: '已新增通行密鑰',
    email: 'always',
    title: '已新增通行密鑰',
    body: `您的帳戶新增了「{{passkey}}」。${notYou}`,
    variables: { passkey: ['通行密鑰的名稱', '我的手機'] },
  },
  passkeyRemoved: {
    ...account,
    name: '已移除通行密鑰',
    email: 'always',
    title: '已移除通行密鑰',
    body: `「{{passkey}}」已不能再用來登入。${notYou}`,
    variables: { passkey: ['通行密鑰的名稱', '我的手機'] },
  },
  apiTokenCreated: {
    ...api,
    name: '已建立 API 權杖',
    email: 'always',
    title: '已建立 API 權杖',
    body: `您的帳戶建立了 API 權杖「{{token}}」，持有的程式可以存取您的帳戶。${notYou}`,
    variables: { token: ['權杖的名稱', '每日報表'] },
  },
  apiAppConnected: {
    ...api,
    name: '已連結應用程式',
    email: 'always',
    title: '已連結應用程式',
    body: `您允許「{{app}}」存取您的帳戶，可隨時到「API 存取」解除連結。${notYou}`,
    variables: { app: ['應用程式的名稱', '理財小幫手'] },
  },
  apiAccessRevoked: {
    ...api,
    name: '已撤銷 API 存取',
    email: 'always',
    title: '已撤銷 API 存取',
    body: `{{names}}已不能再存取您的帳戶。${notYou}`,
    variables: { names: ['權杖或應用程式的名稱', '「每日報表」'] },
  },
});

const letter = { category: 'account', link: '', isLetterOnly: true } as const;

/** Notices sent only by mail, because the reader is not signed in or is not a member. */
export const letters = catalogue('identity', {
  resetPassword: {
    ...letter,
    name: '重設密碼',
    title: '重設您的密碼',
    body:
      '有人要求重設您在{{brand}}的密碼。請在 {{linkMinutes}} 分鐘內點選下方按鈕，設定新的密碼。\n\n' +
      '也可以在重設密碼的頁面輸入這組驗證碼，{{numberMinutes}} 分鐘內有效：{{number}}\n\n' +
      '如果不是您本人要求，請忽略這封信，您的密碼不會有任何變更。請勿把驗證碼告訴任何人。',
    variables: {
      number: ['驗證碼', '12345678'],
      linkMinutes: ['連結有效的分鐘數', '30'],
      numberMinutes: ['驗證碼有效的分鐘數', '10'],
    },
    must: ['number', 'linkMinutes', 'numberMinutes'],
    letter: { button: '重設密碼' },
  },
  recoverPhone: {
    ...letter,
    name: '更換無法使用的手機',
    title: '更換無法使用的手機',
    body:
      '有人以正確的密碼登入您在{{brand}}的帳戶，並表示無法使用原本的手機與通行密鑰。' +
      '如果是您本人，請在 {{linkMinutes}} 分鐘內點選下方按鈕，填寫新的手機號碼。\n\n' +
      '專人核對身分、滿 24 小時後，新號碼才會生效。如果不是您本人，請不要點選按鈕，並立即變更密碼。',
    variables: { linkMinutes: ['連結有效的分鐘數', '30'] },
    must: ['linkMinutes'],
    letter: { button: '更換手機' },
  },
  verifyEmail: {
    ...letter,
    name: '驗證電子郵件',
    title: '請驗證您的電子郵件',
    body:
      '感謝您註冊{{brand}}。請在 {{linkMinutes}} 分鐘內點選下方按鈕，完成電子郵件驗證。\n\n' +
      '如果不是您本人註冊，請不要點選按鈕，忽略這封信即可。',
    variables: { linkMinutes: ['連結有效的分鐘數', '30'] },
    must: ['linkMinutes'],
    letter: { button: '驗證電子郵件' },
  },
  alreadyMember: {
    ...letter,
    name: '重複註冊的提醒',
    title: '您已經有帳戶了',
    body:
      '剛才有人用這個電子郵件註冊{{brand}}，但您已經有帳戶了，請直接登入。\n\n' +
      '如果不是您本人操作，不需要做任何事，您的帳戶沒有任何變更。',
    variables: {},
    letter: { button: '前往登入', link: '/member/login' },
  },
  accountClosed: {
    ...letter,
    name: '帳戶已關閉',
    title: '您的帳戶已關閉',
    body:
      '您在{{brand}}的帳戶已依您的申請關閉，所有裝置都已登出，無法再以這個帳戶登入。\n\n' +
      '借貸、出資與帳務的紀錄，我們會依法令規定的期限保存，期滿後刪除。\n\n' +
      '如果這不是您本人的申請，請立即聯絡客服。這個電子郵件日後可以再次註冊。',
    variables: {},
  },
  colleagueInvited: {
    ...letter,
    name: '邀請同仁加入後台',
    title: '您已受邀加入後台',
    body:
      '{{name}}，您好：\n\n' +
      '請在期限內點選下方按鈕，設定密碼與驗證器，完成後即可登入後台。\n\n' +
      '連結 {{hours}} 小時內有效，只能使用一次，請勿轉寄。如果您不清楚這封信的來由，請告知管理同仁。',
    variables: { name: ['同仁姓名', '林怡君'], hours: ['連結有效的小時數', '24'] },
    must: ['hours'],
    letter: { button: '設定帳號' },
  },
  providerSignIn: {
    ...letter,
    name: '請同仁以公司帳號登入後台',
    title: '您可以用公司帳號登入後台',
    body:
      '{{name}}，您好：\n\n' +
      '您的後台帳號已開通或重新設定。請點選下方按鈕，以公司帳號登入。\n\n' +
      '如果您不清楚這封信的來由，請告知管理同仁。',
    variables: { name: ['同仁姓名', '林怡君'] },
    letter: { button: '前往登入' },
  },
  colleagueChanged: {
    ...letter,
    name: '同仁帳號異動',
    title: '後台同仁帳號異動：{{act}}',
    body:
      '{{admin}}，您好：\n\n' +
      '{{who}} {{step}}「{{act}}」，對象是 {{name}}（{{email}}）。\n\n' +
      '如果您不知道這件事，請立即登入後台停用這個帳號，並聯絡其他管理同仁。',
    variables: {
      admin: ['收信的管理同仁姓名', '黃管理'],
      who: ['做這件事的人', '許管理'],
      step: ['到哪一步', '提出'],
      act: ['異動', '邀請同仁'],
      name: ['同仁姓名', '林怡君'],
      email: ['同仁電子郵件', 'lin@example.com'],
    },
    must: ['who', 'act', 'email'],
    letter: { button: '查看同仁' },
  },
  guardedChange: {
    ...letter,
    name: '後台重要異動',
    title: '後台異動：{{act}}',
    body:
      '{{admin}}，您好：\n\n' +
      '{{who}} {{step}}「{{act}}」，內容是 {{what}}。\n\n' +
      '如果您不知道這件事，請立即登入後台查看，並聯絡其他管理同仁。',
    variables: {
      admin: ['收信的管理同仁姓名', '黃管理'],
      who: ['做這件事的人', '許管理'],
      step: ['到哪一步', '提出'],
      act: ['異動', '改寫通知內容'],
      what: ['異動的對象', '訂單成立，請付款（電子郵件）'],
    },
    must: ['who', 'act', 'what'],
    letter: { button: '前往查看' },
  },
  authenticatorReset: {
    ...letter,
    name: '同仁重新設定驗證器',
    title: '請重新設定您的驗證器',
    body:
      '{{name}}，您好：\n\n' +
      '您的驗證器已由管理同仁重設，所有裝置都已登出。請在期限內點選下方按鈕，' +
      '以目前的密碼設定新的驗證器，完成前無法登入後台。\n\n' +
      '連結 {{hours}} 小時內有效，只能使用一次，請勿轉寄。如果您不清楚這封信的來由，請告知管理同仁。',
    variables: { name: ['同仁姓名', '林怡君'], hours: ['連結有效的小時數', '24'] },
    must: ['hours'],
    letter: { button: '設定驗證器' },
  },
});
