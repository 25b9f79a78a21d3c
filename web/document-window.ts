// Opens a PDF in a separate window.
import { wordsOf } from './api.ts';
import type { Opened } from './ui/DocumentButton.tsx';

/** Returns the function with which a `DocumentButton` shows the PDF that `read` fetches. */
export const pdfWindow = (read: () => Promise<BlobPart>) => async (): Promise<Opened> => {
  // The window is opened during the click, because browsers block a window that is opened after the
  // answer has come.
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
