// What uploaded papers are called, by the name they were sent under.
import type { Paper } from '../../office/Papers.tsx';

export type Upload = {
  id: string;
  name: string;
  field?: string;
  filename?: string;
  contentType: string;
};

const names: Record<string, string> = {
  idFront: '身分證正面',
  idBack: '身分證反面',
  secondId: '第二證件',
  selfie: '手持證件自拍',
  image: '附件',
};

/** An upload as the desk shows it. */
export function paperOf(upload: Upload): Paper {
  const { id, contentType } = upload;
  const field = upload.field ?? upload.name;
  const label = names[field] ?? '附件';
  return { id, contentType, label, filename: upload.filename ?? upload.name };
}
