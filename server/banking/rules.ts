// What the money desk decides by itself: which account a payer may have meant, what a day explains.
import { isVirtualAccount } from '#contract/taiwan/virtual-account.ts';

/**
 * The account itself and those one mistyped digit away, or with two neighbours swapped; only those
 * whose check digit is right were ever issued.
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

/** As banks write them: with and without the zeros in front. */
export function writingsOf(account: string): string[] {
  const bare = account.replace(/^0+/, '');
  return [
    ...new Set([account, bare, ...[10, 11, 12, 13, 14, 16].map((n) => bare.padStart(n, '0'))]),
  ];
}
