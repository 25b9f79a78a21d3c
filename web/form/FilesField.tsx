// Form field for files, which are checked before they are sent.
import type { ComponentProps } from 'react';
import { FileUpload } from '../ui/fields/FileUpload.tsx';
import { Bind, type FieldProps } from './fields.tsx';

/** Edits files as `File[]`, to be passed to the call as `files`. Schema: `filesSchema(1, 3)`. */
export function FilesField({
  max,
  pdf,
  camera,
  watermark,
  busy,
  ...props
}: FieldProps & Omit<ComponentProps<typeof FileUpload>, 'onFilesChange'>) {
  return (
    <Bind {...props} verb="上傳">
      {(field) => (
        <FileUpload
          onFilesChange={(files) => {
            field.onChange(files);
            field.onBlur();
          }}
          max={max}
          pdf={pdf}
          camera={camera}
          watermark={watermark}
          busy={busy}
        />
      )}
    </Bind>
  );
}
