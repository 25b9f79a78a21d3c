// The name and what belongs to it; each can be set from the environment at build time.

const env: Record<string, string | undefined> = import.meta.env;

export const brand = {
  name: env['VITE_BRAND_NAME'] ?? '百溪',
  latin: env['VITE_BRAND_LATIN'] ?? 'Baixi',
  tagline: env['VITE_BRAND_TAGLINE'] ?? '百條小溪，匯成您的下一步',
  description:
    env['VITE_BRAND_DESCRIPTION'] ??
    '3 至 50 萬元線上申貸，由多位出資人共同支持。全程線上申請、線上簽約。',
  entity: env['VITE_BRAND_ENTITY'] ?? '百溪網路借貸媒合股份有限公司',
  adviser: env['VITE_BRAND_ADVISER'] ?? '溪岸法律事務所',
  phone: env['VITE_BRAND_PHONE'] ?? '02-5555-0100',
  hours: env['VITE_BRAND_HOURS'] ?? '週一至週五 9:00–18:00',
  email: env['VITE_BRAND_EMAIL'] ?? 'service@baixi.example',
  recruitment: env['VITE_BRAND_RECRUITMENT'] ?? 'https://jobs.baixi.example/',
  social: {
    network: env['VITE_SOCIAL_NETWORK'] ?? 'https://social.baixi.example/',
    messenger: env['VITE_SOCIAL_MESSENGER'] ?? 'https://chat.baixi.example/',
    photos: env['VITE_SOCIAL_PHOTOS'] ?? 'https://photos.baixi.example/',
    videos: env['VITE_SOCIAL_VIDEOS'] ?? 'https://videos.baixi.example/',
  },
  copyrightYear: 2025,
} as const;

/** A page's title: what it is first, then whose it is. */
export function titleOf(page: string): string {
  return `${page}｜${brand.name}`;
}
