// The return codes of the clearing house in words: answers to mandates (R02) and to debits (R01).

/** R02, as the rules of the clearing house name them; 0 means that the bank has agreed. */
export const mandateCodes: ReadonlyMap<string, string> = new Map([
  ['0', '核印成功'],
  ['1', '印鑑不符'],
  ['2', '無此帳號'],
  ['3', '委繳戶統一編號不符'],
  ['4', '已核印成功在案'],
  ['5', '原授權不存在'],
  ['6', '電子資料與授權書內容不符'],
  ['7', '帳戶已結清'],
  ['8', '印鑑不清'],
  ['9', '其他'],
  ['A', '未收到授權書'],
  ['B', '用戶號碼錯誤'],
  ['C', '靜止戶'],
  ['D', '未收到聲明書'],
  ['E', '授權書資料不全'],
  ['F', '警示戶'],
  ['G', '本帳戶不適用授權扣繳'],
  ['H', '已於他行授權扣款'],
  ['I', '該用戶已死亡'],
  ['Z', '未交易或匯入失敗'],
]);

/** Codes after which the bank collects debits of the mandate. */
export const isAgreed = (code: string): boolean => code === '0' || code === '4';

/** What follows a refused debit: another try, or the end of the mandate. */
type AfterRefusal = 'retry' | 'end';

/** R01, except 00, which means that the money was debited. */
export const debitCodes: Readonly<Record<string, { text: string; follows: AfterRefusal }>> = {
  '01': { text: '存款不足', follows: 'retry' },
  '02': { text: '非委託用戶', follows: 'end' },
  '03': { text: '已終止委託', follows: 'end' },
  '04': { text: '無此帳號', follows: 'end' },
  '05': { text: '收受者統一編號錯誤', follows: 'end' },
  '06': { text: '無此用戶號碼', follows: 'end' },
  '07': { text: '用戶號碼不符', follows: 'end' },
  '10': { text: '部分存款不足', follows: 'retry' },
  '11': { text: '超過扣款限額', follows: 'retry' },
  '22': { text: '帳戶已結清', follows: 'end' },
  '23': { text: '靜止戶', follows: 'end' },
  '24': { text: '凍結戶', follows: 'end' },
  '25': { text: '帳戶存款遭法院強制執行', follows: 'end' },
  '26': { text: '警示戶（問題帳戶）', follows: 'end' },
  '27': { text: '該用戶已死亡', follows: 'end' },
  '28': { text: '發動行申請停止扣帳', follows: 'end' },
  '91': { text: '未交易或匯入失敗', follows: 'retry' },
  '98': { text: '其他', follows: 'retry' },
  '99': { text: '其他', follows: 'retry' },
};

export const DEBITED = '00';

/** Returns a return code in words; a code that is not in the table is repeated. */
export const mandateCodeText = (code: string): string => mandateCodes.get(code) ?? `代號 ${code}`;
export const debitCodeText = (code: string): string => debitCodes[code]?.text ?? `代號 ${code}`;

/** What follows a code; one that is not in the table may be tried once more. */
export const afterRefusal = (code: string): AfterRefusal => debitCodes[code]?.follows ?? 'retry';
