// Names a browser by its user agent, and masks IP addresses.
import type { deviceKinds } from '#contract/identity/account.ts';

type DeviceKind = (typeof deviceKinds)[number];

/** The first match wins, because most browsers also claim to be several others. */
const browsers: [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bFBA[NV]\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string, DeviceKind][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android 手機', 'phone'],
  [/\bAndroid\b/, 'Android 平板', 'tablet'],
  [/\bWindows\b/, 'Windows', 'desktop'],
  [/\bMacintosh\b/, 'Mac', 'desktop'],
  [/\bCrOS\b/, 'Chromebook', 'desktop'],
  [/\bLinux\b/, 'Linux', 'desktop'],
];

/** Returns 「Chrome・Windows」, without versions, so that an update does not make a device new. */
export function deviceOf(agent: string): { name: string; kind: DeviceKind } {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const [, system, kind] = systems.find(([sign]) => sign.test(agent)) ?? [];
  const name = [browser ?? (system && '其他瀏覽器'), system].filter(Boolean).join('・');
  return { name: name || '其他裝置', kind: kind ?? 'other' };
}

/**
 * Masks an IP address: 203.0.113.7 → 203.0.*.*, 2001:b011:4000::7 → 2001:b011:*; shows the region
 * but not the person.
 */
export function maskedAddress(address: string): string {
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+)\.\d+\.\d+$/i.exec(address) ?? [];
  if (v4) return `${v4}.*.*`;
  const groups = address.split(':').slice(0, 2).filter(Boolean);
  return groups.length > 0 ? `${groups.join(':')}:*` : '*';
}
