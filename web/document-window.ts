// Opens a PDF in a window of its own.
import { wordsOf } from './api.ts';
import type { Opened } from './ui/DocumentButton.tsx';

/** For `DocumentButton`: shows the PDF that `read` fetches. */
export const pdfWindow = (read: () => Promise<BlobPart>) => async (): Promise<Opened> => {
  // Opened in the click itself, because a window opened after the answer has come is blocked.
  const opened = window.open('', '_blank');
  try {
    const url = URL.createObjectURL(new Blob([await read()], { type: 'application/pdf' }));
    if (!opened || opened.closed) return { link: url };
    opened.location.replace(url);
    return {};
  } catch (error) {
    opened?.close();
    return { problem: wordsOf(error) };
  }
};
