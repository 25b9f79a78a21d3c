// The push subscription of this browser, and ending it at a logout.

/** Returns this browser's subscription; null if it has none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Ends this browser's subscription and closes the notices that it still shows, because whoever uses
 * the browser next would read them. The server learns of it from the push service, even if the
 * logout itself does not reach the server.
 */
export async function endOwnPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await ownSubscription())?.unsubscribe();
}
