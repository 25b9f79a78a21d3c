// Saves a file that a call has answered, as a download of the browser.

export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The object URL is revoked a minute later, because the browser may still be reading the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
