// Display names of uploaded documents, by the name of their upload field.
import type { Upload } from '#contract/tasks/kind.ts';
import type { Paper } from '../../office/kit/Papers.tsx';

const names: Record<string, string> = {
  idFront: '身分證正面',
  idBack: '身分證反面',
  secondId: '第二證件',
  selfie: '手持證件自拍',
  image: '附件',
};

/** Returns the display name of an upload field. */
export const paperText = (field: string) => names[field] ?? '附件';

const nameOf = (upload: Upload) => upload.label ?? paperText(upload.field ?? upload.name);

/** Returns uploads with display names; uploads with the same name are numbered. */
export function papersOf(uploads: readonly Upload[], called = nameOf): Paper[] {
  const labels = uploads.map(called);
  return uploads.map((upload, i) => {
    const label = labels[i]!;
    const alike = labels.filter((one) => one === label).length;
    const number = labels.slice(0, i + 1).filter((one) => one === label).length;
    return {
      id: upload.id,
      field: upload.field ?? upload.name,
      contentType: upload.contentType,
      label: alike > 1 ? `${label} ${number}` : label,
      filename: upload.filename ?? upload.name,
    };
  });
}
