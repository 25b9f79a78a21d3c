// The bank's sequence number of a receipt, which a roll back of its statement file changes.

/** Follows the bank's number of a receipt that was rolled back, so that the line may come again. */
export const ROLLED_BACK = ' ↩';

/** Returns the number that the bank gave, to which the encrypted payer is bound. */
export const bankSeqOf = (seq: string): string => seq.split(ROLLED_BACK, 1)[0] ?? seq;
