// Upload with progress, which fetch does not report.

/**
 * Sends a request and resolves like `fetch`; `onShare` is called with the share of the body sent so
 * far, 0 to 1.
 */
export function upload(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onShare: (share: number) => void,
): Promise<Response> {
  return new Promise((settle, fail) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onShare(loaded / total);
    });
    request.addEventListener('load', () => settle(answerOf(request)));
    request.addEventListener('error', () => {
      fail(new TypeError('the request did not come through'));
    });
    request.addEventListener('abort', () => {
      fail(new DOMException('the request was given up', 'AbortError'));
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()] as [string, string];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
