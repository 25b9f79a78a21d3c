// Refusals that concern one field, shown there although the server names no field.
import { ApiFailure } from '../api.ts';

/**
 * The error with its message under the field its code stands for, for a `Form` to show:
 * `throw atField(error, { PHONE_TAKEN: 'phoneNumber' })`. Any other error comes back as it is.
 */
export function atField(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiFailure)) return error;
  const name = fields[error.code];
  if (!name) return error;
  const { status, message, data, requestId } = error;
  const code = error.code as 'INVALID_INPUT';
  const told = { code, message, data, fields: { [name]: wordsFor(error) } };
  return new ApiFailure(status, { ...told, ...(requestId && { requestId }) });
}

/** What the server says, with the tries that are left where it tells them. */
function wordsFor({ message, data }: ApiFailure): string {
  const left = data['triesLeft'];
  if (typeof left !== 'number') return message;
  return left > 0 ? `${message}，還可嘗試 ${left} 次` : `${message}，請重新取得驗證碼`;
}
