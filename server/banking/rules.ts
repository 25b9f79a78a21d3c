// Rules for the finance operators' decisions: which account a payer may have meant, and which order
// or loan is certain to be the owner of a receipt.
import { isVirtualAccount } from '#contract/taiwan/virtual-account.ts';

/**
 * Returns the account itself and those that differ by one mistyped digit or two swapped neighbours,
 * limited to numbers with a valid check digit, because only those were ever issued.
 */
export function nearAccounts(typed: string): string[] {
  const near = new Set([typed]);
  for (let at = 0; at < typed.length; at += 1) {
    const [head, tail] = [typed.slice(0, at), typed.slice(at + 1)];
    for (let digit = 0; digit <= 9; digit += 1) near.add(`${head}${digit}${tail}`);
    const swapped = typed.slice(at, at + 2);
    near.add(`${head}${[...swapped].toReversed().join('')}${typed.slice(at + 2)}`);
  }
  return [...near].filter((account) => account === typed || isVirtualAccount(account));
}

/** Returns the account as banks write it: with and without leading zeros. */
export function writingsOf(account: string): string[] {
  const bare = account.replace(/^0+/, '');
  return [
    ...new Set([account, bare, ...[10, 11, 12, 13, 14, 16].map((n) => bare.padStart(n, '0'))]),
  ];
}

/**
 * Returns the candidate that is certain: the owner of the virtual account that was paid to, or else
 * the only one whose member paid exactly what is lacking from their own account.
 */
export function certainOf<T extends { owner: boolean; payer: boolean; amount: boolean }>(
  candidates: readonly T[],
): T | null {
  const owner = candidates.find((one) => one.owner);
  if (owner) return owner;
  const exact = candidates.filter(({ payer, amount }) => payer && amount);
  return exact.length === 1 ? exact[0]! : null;
}
