// Saves a file that a call has answered, as a download of the browser.
import { revokeLater } from './ui/object-url.ts';

export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url);
}
