// Browser test of the audit page: an auditor starts a verification, sees its result and saves the
// signed proof.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proofFileSchema } from '#contract/tasks/proof-file.ts';
import { verifyOnRequest } from '../../server/tasks/proofs/verify-job.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('an auditor verifies the chains now, and saves the proof', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['auditor'], '/audit');
  const verify = page.getByRole('button', { name: '立即驗證' });
  await verify.click();
  await page.getByText(/要求驗證，正在核對兩條鏈與鏈頭/).waitFor();
  const busy = page.getByRole('button', { name: '驗證中……' });
  expect(await busy.getAttribute('aria-busy')).toBe('true');
  await expectAccessible(page);
  await verifyOnRequest(server.services);
  await page.getByText(/要求的驗證於 .* 完成，結果如下/).waitFor();
  await expectAccessible(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載證明檔' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^稽核證明-\d+\.json$/);
  const proof = proofFileSchema.parse(JSON.parse(readFileSync(await saved.path(), 'utf8')));
  expect(proof.chains.map(({ chain }) => chain)).toEqual(['audit', 'ledger']);
  // A verification that begins too soon after another one is refused in words.
  await verify.click();
  await page
    .getByText(/操作太頻繁，請於 .* 秒後再試/)
    .first()
    .waitFor();
  expect(complaints.filter((what) => !what.includes('429'))).toEqual([]);
});
