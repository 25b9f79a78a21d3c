// The list of members: its columns on the page and in the exported file.
import { list } from '../core/list.ts';
import { purposeText } from '../identity/words.ts';
import { memberFiles, type MemberHit } from './members.ts';
import { standingWords, verificationWords } from './words.ts';

export const memberList = list<MemberHit>()('會員', {
  id: '會員編號',
  nameMasked: { word: '會員', fileWord: '姓名' },
  emailMasked: '電子郵件',
  stage: '身分驗證步驟',
  status: {
    word: '身分驗證',
    value: (row) => verificationWords[memberFiles[row.status] ?? 'begun'].office.text,
  },
  standing: { word: '帳戶', words: standingWords },
  purpose: { word: '註冊用途', words: purposeText },
  createdAt: { word: '註冊', fileWord: '註冊時間', kind: 'time' },
});
