// What the features after webhooks may use of it.
export { publish, webhookHealth } from './actions.ts';
export { sendWebhooks } from './sending.ts';
export { forgetWebhooks } from './actions.ts';
