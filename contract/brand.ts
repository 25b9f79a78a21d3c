// Brand name and contact details of the marketplace, shared by pages, mails and contracts.

/** Configurable brand settings and their defaults. Pages read them at build time. */
const defaults = {
  BRAND_NAME: '百溪',
  BRAND_LATIN: 'Baixi',
  BRAND_TAGLINE: '百條小溪，匯成您的下一步',
  BRAND_DESCRIPTION:
    '依職業為專業人士提供 3 至 50 萬元貸款，由多位出資人共同支持，全程線上申請、線上簽約。',
  BRAND_ENTITY: '百溪網路借貸媒合股份有限公司',
  BRAND_ADVISER: '溪岸法律事務所',
  BRAND_PHONE: '02-5555-0100',
  BRAND_HOURS: '週一至週五 9:00–18:00',
  BRAND_EMAIL: 'service@baixi.example',
  BRAND_RECRUITMENT: 'https://jobs.baixi.example/',
  BRAND_SOCIAL_NETWORK: 'https://social.baixi.example/',
  BRAND_SOCIAL_NETWORK_NAME: 'Facebook',
  BRAND_SOCIAL_MESSENGER: 'https://chat.baixi.example/',
  BRAND_SOCIAL_MESSENGER_NAME: 'LINE',
  BRAND_SOCIAL_PHOTOS: 'https://photos.baixi.example/',
  BRAND_SOCIAL_PHOTOS_NAME: 'Instagram',
  BRAND_SOCIAL_VIDEOS: 'https://videos.baixi.example/',
  BRAND_SOCIAL_VIDEOS_NAME: 'YouTube',
};

export type Brand = ReturnType<typeof brandFrom>;

/**
 * Returns the brand as configured by the environment; an empty or missing entry keeps its default.
 */
export function brandFrom(environment: Readonly<Record<string, unknown>>) {
  const said = (name: keyof typeof defaults) => String(environment[name] || defaults[name]);
  return {
    name: said('BRAND_NAME'),
    latin: said('BRAND_LATIN'),
    tagline: said('BRAND_TAGLINE'),
    description: said('BRAND_DESCRIPTION'),
    entity: said('BRAND_ENTITY'),
    adviser: said('BRAND_ADVISER'),
    phone: said('BRAND_PHONE'),
    hours: said('BRAND_HOURS'),
    email: said('BRAND_EMAIL'),
    recruitment: said('BRAND_RECRUITMENT'),
    social: {
      network: {
        name: said('BRAND_SOCIAL_NETWORK_NAME'),
        href: said('BRAND_SOCIAL_NETWORK'),
      },
      messenger: {
        name: said('BRAND_SOCIAL_MESSENGER_NAME'),
        href: said('BRAND_SOCIAL_MESSENGER'),
      },
      photos: { name: said('BRAND_SOCIAL_PHOTOS_NAME'), href: said('BRAND_SOCIAL_PHOTOS') },
      videos: { name: said('BRAND_SOCIAL_VIDEOS_NAME'), href: said('BRAND_SOCIAL_VIDEOS') },
    },
    copyrightYear: 2025,
  };
}
