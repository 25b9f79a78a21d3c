// JSON requests to a key management service, and how its failures are told apart.

/** The service refuses: wrong credentials, an unknown key, or a wrapped key that is not its own. */
export class KmsRefused extends Error {
  override name = 'KmsRefused';
}

/** The service does not answer, is sealed, or is too busy; trying again may help. */
export class KmsUnreachable extends Error {
  override name = 'KmsUnreachable';
}

export const KMS_TIMEOUT_MS = 5_000;
const ANSWER_LENGTH_MAX = 100_000;

export type KmsRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs?: number | undefined;
};

type Answer = Record<string, unknown>;

/**
 * Returns the JSON of an answer. `isBusy` recognises refusals that only mean that the service is
 * busy. An error names the status alone, because answers may repeat the request.
 */
export async function answerOf(
  { url, method = 'POST', headers, body, timeoutMs = KMS_TIMEOUT_MS }: KmsRequest,
  isBusy: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const { answer, status } = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(
      async (response) => ({ status: response.status, answer: objectOf(await response.text()) }),
      () => ({ status: 0, answer: null }),
    )
    .catch(() => ({ status: 0, answer: null }));
  if (status === 0) throw new KmsUnreachable('it does not answer');
  const isAway = status >= 500 || status === 429 || status === 408;
  if (isAway || (answer && isBusy(answer))) throw new KmsUnreachable(`it answers ${status}`);
  if (status !== 200) throw new KmsRefused(`it answers ${status}`);
  if (answer === null) throw new KmsUnreachable('it answers something else than JSON');
  return answer;
}

function objectOf(text: string): Answer | null {
  if (text.length > ANSWER_LENGTH_MAX) return null;
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : null;
  } catch {
    return null;
  }
}

/** Returns a text of an answer. Throws KmsUnreachable if it is missing. */
export function textIn(answer: Answer, name: string): string {
  const text = answer[name];
  if (typeof text !== 'string' || text === '') throw new KmsUnreachable(`it answers no ${name}`);
  return text;
}

/** Returns bytes from base64; they are a key, and so never part of an error. */
export const bytesIn = (answer: Answer, name: string): Buffer =>
  Buffer.from(textIn(answer, name), 'base64');
