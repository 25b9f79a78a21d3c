// Possible faults of a stored file, and the kinds of stored files.
import { z } from 'zod';

export const fileFaults = ['missing', 'truncated', 'altered', 'locked'] as const;
export type FileFault = (typeof fileFaults)[number];

/** Texts of the faults, which the page shows to operators after the kind of file. */
export const fileFaultText: Record<FileFault, string> = {
  missing: '檔案遺失',
  truncated: '檔案不完整',
  altered: '內容與存入時不同，或被換成別的檔案',
  locked: '金鑰無法解開檔案',
};

/** Database tables with rows that refer to a stored file. */
export const filePlaces = [
  'verification.upload',
  'banking.statement',
  'banking.booking_file',
  'reports.bank_letter',
  'lending.signature',
  'lending.contract',
  'content.image',
  'tasks.note_file',
  'reports.book_file',
] as const;
export type FilePlace = (typeof filePlaces)[number];

export const filePlaceText: Record<FilePlace, string> = {
  'verification.upload': '會員文件',
  'banking.statement': '銀行對帳單',
  'banking.booking_file': '帳務憑證',
  'reports.bank_letter': '銀行餘額證明',
  'lending.signature': '借款人簽名',
  'lending.contract': '契約文件',
  'content.image': '圖片',
  'tasks.note_file': '備註附件',
  'reports.book_file': '公開資料檔',
};

/** Details of a task about a file. */
export const fileFaultDetail = z
  .object({
    fault: z.enum(fileFaults),
    place: z.enum(filePlaces),
    /** Id of the row that refers to the file. */
    row: z.string(),
    /** Key of the file in the file store; it is part of the file's path in that store. */
    fileKey: z.string(),
    why: z.string(),
  })
  .partial();
