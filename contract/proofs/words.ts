// Texts of the proof log for people; apart from the schemas, so that pages need not load these.
import type { CaseKind } from './leaf.ts';
import type { ProofFault } from './proof-file.ts';

export const caseKindText: Record<CaseKind, string> = {
  listing: '案件上架',
  confirmation: '借款人本人確認',
  contract: '借款契約簽署',
  order: '您的出資',
  disbursement: '銀行撥款',
  disbursement_return: '撥款遭銀行退回',
  settlement: '案件結清',
};

export const proofFaultText: Record<ProofFault, string> = {
  format: '這不是出資證明檔，請選擇從出資明細下載的 JSON 檔。',
  key: '公開金鑰的格式不正確。',
  signature: '簽章不是這把公開金鑰簽的，或紀錄的簽章頁被改過。',
  witness_key: '見證人的公開金鑰格式不正確，或比需要的見證人數少。',
  witnesses: '共同簽章的見證人不足。紀錄剛更新時，請隔幾分鐘再下載一次證明檔。',
  leaf: '檔案裡的紀錄讀不出來，或與原文互相矛盾。',
  commitment: '原文被改過，與公開紀錄的雜湊不符。',
  inclusion: '這筆紀錄不在公開紀錄的那個位置。',
  case: '檔案裡的紀錄不屬於同一筆出資與同一個案件。',
};
