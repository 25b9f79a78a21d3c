// Shows refusals at the field that they concern, although the server names no field.
import { ApiFailure } from '../api.ts';

/**
 * Returns the error with its message assigned to the field of its code, for a `Form` to show:
 * `throw atField(error, { PHONE_TAKEN: 'phoneNumber' })`. Other errors are returned unchanged.
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

/** Returns the server's message, with the number of remaining attempts if it is given. */
function wordsFor({ message, data }: ApiFailure): string {
  const left = data['triesLeft'];
  if (typeof left !== 'number') return message;
  return left > 0 ? `${message}，還可嘗試 ${left} 次` : `${message}，請重新取得驗證碼`;
}
