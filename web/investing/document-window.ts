// Opens a document in a window of its own, and answers where it can be had when none may open.
import { api } from '../site/kit/api.ts';

/**
 * Call it in the click itself: a window opened later would be blocked. Answers null when the PDF
 * stands in the new window, else its address for a link. Throws what the call throws.
 */
export async function openDocument(read: () => Promise<BlobPart>): Promise<string | null> {
  const opened = window.open('', '_blank');
  try {
    const pdf = await read();
    const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
    if (!opened || opened.closed) return url;
    opened.location.replace(url);
    return null;
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/** The investor's own sealed extract of an order's contract. */
export const openContract = (investId: string) =>
  openDocument(() => api.investing.investorContract({ invest_id: investId }));
