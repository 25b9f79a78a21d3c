// Posting a signed report to our own bank door, as the bank would over the network.

/** Posts `body` and answers the JSON; throws on any answer but 200. */
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
