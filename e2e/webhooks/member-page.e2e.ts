// Browser test of the office's page of a member: an operator sees that an endpoint fails.
import { expect, test } from 'vitest';
import { webhooks } from '#contract/webhooks/calls.ts';
import { newDeveloper, openReceiver, register, withStatus } from '../../tests/actors/webhooks.ts';
import { sendWebhooks } from '../../server/webhooks/front.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('an operator sees which host does not answer, and how', async () => {
  const receiver = await openReceiver();
  receiver.answers(withStatus(503));
  const member = await newDeveloper(server);
  const { id } = await register(server, member, receiver.url);
  await server.ok(webhooks.testWebhook, { id }, member);
  await sendWebhooks(server.services);
  await receiver.close();
  const { page } = await operatorAt(server, pages, ['reviewer'], `/members/${member.id}`);
  const card = page.getByRole('region', { name: 'Webhook' });
  await card.getByText(new URL(receiver.url).host, { exact: true }).waitFor();
  await card.getByText('HTTP 503').waitFor();
  await card.getByText('1 筆等待傳送').waitFor();
  await card.getByText('送達失敗，重試中').waitFor();
  expect(await card.textContent()).not.toContain('/hook');
  await expectAccessible(page);
});
