// Input for one file inside a form field.
import { useControl } from '../../ui/fields/Field.tsx';

export function FileInput({
  accept,
  onChange,
}: {
  /** Content types, separated by commas. */
  accept: string;
  onChange: (file: File | undefined) => void;
}) {
  return (
    <input
      {...useControl()}
      type="file"
      className="input"
      accept={accept}
      onChange={(event) => onChange(event.target.files?.[0])}
    />
  );
}
