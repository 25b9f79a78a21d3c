// Names a device by its browser's user agent.

const browsers: [RegExp, string][] = [
  [/Line\//, 'LINE'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, '三星瀏覽器'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const first = (of: readonly [RegExp, string][], agent: string) =>
  of.find(([sign]) => sign.test(agent))?.[1];

/** Returns 「Chrome，Windows」; an unknown user agent is returned unchanged. */
export function deviceText(agent: string): string {
  const words = [first(browsers, agent), first(systems, agent)].filter(Boolean);
  return words.join('，') || agent.slice(0, 60) || '未知裝置';
}
