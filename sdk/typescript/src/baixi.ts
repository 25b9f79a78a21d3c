// The TypeScript SDK of the API: a client with a method for each call that a token may make.
import { Calls } from './generated.ts';

export * from './generated.ts';
export { ApiError, type CallOptions, type ClientOptions } from './transport.ts';
export { verifyWebhook, WebhookError } from './webhooks.ts';

/** `new Baixi({ baseUrl, token })`, then `await baixi.searchCases({ status: 'open' })`. */
export class Baixi extends Calls {}
