// Small preferences of an operator, kept on the device.

/** False where nothing is kept. */
export function readFlag(name: string): boolean {
  try {
    return localStorage.getItem(`office-${name}`) === 'true';
  } catch {
    return false;
  }
}

export function writeFlag(name: string, on: boolean): void {
  try {
    localStorage.setItem(`office-${name}`, String(on));
  } catch {
    // Kept for this page only.
  }
}
