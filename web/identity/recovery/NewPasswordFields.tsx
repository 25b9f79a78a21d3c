// Fields for a new password, typed twice, or once when an account is opened.
import { PasswordField } from '../../form/PasswordField.tsx';

/** `name` is the label of the password here: 「密碼」 or 「新密碼」. */
export function NewPasswordFields({
  name = '新密碼',
  once = false,
}: {
  name?: string;
  /** Leaves out the second field; the button that shows the password replaces it. */
  once?: boolean;
}) {
  return (
    <>
      <PasswordField
        name="password"
        label={name}
        autoComplete="new-password"
        strength
        hint="8 至 64 個字，不限字元種類；用一句好記的話最安全"
      />
      {!once && (
        <PasswordField name="passwordCheck" label={`確認${name}`} autoComplete="new-password" />
      )}
    </>
  );
}
