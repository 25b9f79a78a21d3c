// The field of files, which are looked at before they are sent.
import type { ComponentProps } from 'react';
import { FileUpload } from '../ui/fields/FileUpload.tsx';
import { Bind, type FieldProps } from './fields.tsx';

/** Files as `File[]`; give them to the call as `files`. The schema: `filesSchema(1, 3)`. */
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
          {...{ max, pdf, camera, watermark, busy }}
        />
      )}
    </Bind>
  );
}
