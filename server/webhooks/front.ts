// What the features after webhooks may use of it.
export { forgetWebhooks, publish, webhookHealth } from './actions.ts';
export { sendWebhooks } from './sending.ts';
