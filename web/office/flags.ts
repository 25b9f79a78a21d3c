// Small preferences of an operator, stored on the device.

/** Returns false if nothing is stored. */
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
    // Without storage, the preference lasts only for this page.
  }
}
