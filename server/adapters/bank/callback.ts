// Posts a signed report to the server's own bank API, as the bank would over the network.

/** Posts `body` and returns the JSON of the answer; throws unless the status is 200. */
export async function postCallback<T>(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status !== 200) throw new Error(`the bank's report got ${response.status}`);
  return (await response.json()) as T;
}
