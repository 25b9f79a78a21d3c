// Push messages on this browser: whether they are possible, and switching them on and off.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { wordsOf, type Answer } from '../api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { toast } from '../ui/overlay/toasts.tsx';
import { ownSubscription } from './own-push.ts';

type Push = NonNullable<Answer<SiteCalls['notices']['channels']>['data']['push']>;
export type PushDevice = Push['devices'][number];

/** Why push messages cannot be switched on here; its message is shown to the member. */
class PushImpossible extends Error {}

const isPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const digestOf = async (endpoint: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

/** Returns whether the server can still send to a subscription, which is bound to one key. */
const isBoundTo = ({ options }: PushSubscription, publicKey: string): boolean =>
  options.applicationServerKey !== null && base64url(options.applicationServerKey) === publicKey;

/**
 * Ends the subscription of this browser if it is bound to a former key of the server, because a
 * browser has only one; returns its digest.
 */
async function endFormer(publicKey: string): Promise<string | null> {
  const former = await ownSubscription();
  if (!former || isBoundTo(former, publicKey)) return null;
  await former.unsubscribe();
  return digestOf(former.endpoint);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    throw new PushImpossible('瀏覽器不允許本站顯示通知，請到瀏覽器的網站設定允許後再試。');
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new PushImpossible('請重新整理頁面後再試。');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await registration.pushManager.subscribe(options);
  } catch {
    throw new PushImpossible('無法連上瀏覽器的推播服務，請稍後再試。');
  }
}

const toldOf = (error: unknown) =>
  error instanceof PushImpossible ? error.message : wordsOf(error);

/** Digest of this browser's subscription; null if it has none, or one for a former key. */
function useOwnDigest(publicKey: string, changes: unknown) {
  const [digest, setDigest] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const own = isPossible() ? await ownSubscription() : null;
      const found = own && isBoundTo(own, publicKey) ? await digestOf(own.endpoint) : null;
      if (isCurrent) setDigest(found);
    };
    read().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [publicKey, changes]);
  return digest;
}

export function useChannels() {
  return useQuery({
    queryKey: ['notices', 'channels'],
    queryFn: () => deferredApi.notices.channels({}),
  });
}

export function usePush({ publicKey, devices }: Push) {
  const client = useQueryClient();
  const digest = useOwnDigest(publicKey, devices);
  const own = devices.find((device) => device.digest === digest);
  const renew = () => client.invalidateQueries({ queryKey: ['notices', 'channels'] });
  const onError = (error: unknown) => toast(toldOf(error), { tone: 'danger' });
  const adding = useMutation({
    async mutationFn(name: string) {
      const formerDigest = await endFormer(publicKey);
      const { endpoint, keys = {} } = (await subscribe(publicKey)).toJSON();
      const { p256dh = '', auth = '' } = keys;
      await deferredApi.notices.addPushDevice({ endpoint: endpoint ?? '', p256dh, auth, name });
      const former = devices.find((device) => device.digest === formerDigest);
      if (former) await deferredApi.notices.removePushDevice({ id: former.id });
    },
    async onSuccess() {
      await renew();
      toast('已在這個裝置開啟推播');
    },
    onError,
  });
  const removing = useMutation({
    async mutationFn({ id }: PushDevice) {
      await deferredApi.notices.removePushDevice({ id });
      if (id === own?.id) await (await ownSubscription())?.unsubscribe().catch(() => false);
    },
    async onSuccess() {
      await renew();
      toast('已關閉推播');
    },
    onError,
  });
  return { own, isPossible: isPossible(), adding, removing };
}
