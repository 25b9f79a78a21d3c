// Payees of a batch, as the second person sees them before it is sent.
import { PAYEES_MAX, type ServerPayee } from '#contract/banking/payees.ts';
import { batchKindText } from '#contract/banking/words.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { REFUND_REASON } from '#contract/investing/refund-words.ts';
import { payoutKindText } from '#contract/servicing/words.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { Work } from '../../work.ts';
import { logDamage } from '../../each-one.ts';
import { memberItems } from './batch-queries.ts';
import { sourcedItems } from './source-queries.ts';
import { accountText, sourceOf } from './sources.ts';

/** Returns the payments of a batch: to third parties, and to members while it is being checked. */
export async function payeesOf(work: Work, batchId: number): Promise<ServerPayee[]> {
  return [...(await thirdParties(work, batchId)), ...(await members(work, batchId))];
}

async function thirdParties(work: Work, batchId: number): Promise<ServerPayee[]> {
  const payees: ServerPayee[] = [];
  for (const item of await sourcedItems(work.tx, batchId, PAYEES_MAX)) {
    const source = await sourceOf(work, item.receiptId);
    payees.push({
      memberId: null,
      number: numberOf(item),
      name: source?.named ? source.holder : null,
      account: source && accountText(source),
      amount: item.amount,
      reason: reasonOf(item),
      before: item.attempts,
      isChanged: false,
    });
  }
  return payees;
}

async function members(work: Work, batchId: number): Promise<ServerPayee[]> {
  const items = await memberItems(work.tx, batchId, work.now, PAYEES_MAX);
  return items.map((item) => ({
    memberId: item.memberId,
    number: numberOf(item),
    name: nameOf(work, item),
    account: item.bankCode && `${item.bankCode} ${bankName(item.bankCode)} ****${item.accountTail}`,
    amount: item.amount,
    reason: item.reason === null ? payoutKindText[item.kind!] : REFUND_REASON[item.reason],
    before: item.before,
    isChanged: item.earlier > 0,
  }));
}

type Named = Pick<Awaited<ReturnType<typeof memberItems>>[number], 'memberId' | 'sealedName'>;

/** A name that cannot be decrypted is not shown, so that the other payees can be checked. */
function nameOf({ services }: Work, { memberId, sealedName }: Named): string | null {
  if (sealedName === null) return null;
  try {
    return services.secrets.decrypt('verification.profile.name', memberId, sealedName);
  } catch (error) {
    logDamage(services.log, error, { member: memberId }, 'a name cannot be decrypted');
    return null;
  }
}

const numberOf = ({ orderId, caseNo }: { orderId: number | null; caseNo: string | null }) =>
  orderId === null ? caseNo : orderNoOf(orderId);

function reasonOf({ reason, caseNo }: Awaited<ReturnType<typeof sourcedItems>>[number]): string {
  if (reason !== null) return REFUND_REASON[reason];
  return caseNo === null ? batchKindText.return : payoutKindText.surplus;
}
