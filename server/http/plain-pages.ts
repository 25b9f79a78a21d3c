// Documents without a build: what is left to show when pages cannot be rendered.
import type { FastifyReply } from 'fastify';

/** Words and a link home, without any style or script: the specification's last error page. */
export function lastResort(reply: FastifyReply): FastifyReply {
  return reply
    .code(500)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      '<!doctype html><html lang="zh-Hant-TW"><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<meta name="robots" content="noindex"><title>500</title><main>' +
        '<h1 lang="en">An error occurred while showing the error page</h1>' +
        '<p><a href="/">回首頁</a></p></main></html>',
    );
}
