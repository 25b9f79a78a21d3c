// Retries a block that the server could not load, by reloading the whole page.
export const reload = (): void => window.location.reload();
