// Brand name and contact details of the marketplace, shared by pages, mails and contracts.

/** Configurable brand settings and their defaults. Pages read them at build time. */
const defaults = {
  BRAND_NAME: '百溪',
  BRAND_LATIN: 'Baixi',
  BRAND_TAGLINE: '百條小溪，匯成您的下一步',
  BRAND_DESCRIPTION:
    '依職業為專業人士提供 3 至 50 萬元貸款，由多位出資人共同支持，全程線上申請、線上簽約。',
  BRAND_ENTITY: '百溪網路借貸媒合股份有限公司',
  BRAND_REGISTRATION: '00000000',
  BRAND_ADDRESS: '臺北市中正區溪岸路 1 號 5 樓',
  BRAND_PEOPLE:
    '董事長 林澄溪 銀行消費金融二十年；總經理 周岸 支付與電子票證；' +
    '風險長 何靜川 信用評分與催收管理；資訊安全長 沈渡 金融資安與個資保護',
  BRAND_ADVISER: '溪岸法律事務所',
  BRAND_PHONE: '02-5555-0100',
  BRAND_HOURS: '週一至週五 9:00–18:00',
  BRAND_EMAIL: 'service@baixi.example',
  BRAND_RECRUITMENT: 'https://jobs.baixi.example/',
  BRAND_SOCIAL_NETWORK: 'https://social.baixi.example/',
  BRAND_SOCIAL_MESSENGER: 'https://chat.baixi.example/',
  BRAND_SOCIAL_PHOTOS: 'https://photos.baixi.example/',
  BRAND_SOCIAL_VIDEOS: 'https://videos.baixi.example/',
};

export type Brand = ReturnType<typeof brandFrom>;

/** One of the people who run the company. */
export type BrandPerson = { role: string; name: string; about: string };

/** Reads people written as "role name about", with a full-width semicolon between two of them. */
const peopleIn = (text: string): BrandPerson[] =>
  text.split('；').map((one) => {
    const [role = '', name = '', ...about] = one.trim().split(' ');
    return { role, name, about: about.join(' ') };
  });

/**
 * Returns the brand as configured by the environment; an empty or missing entry keeps its default.
 */
export function brandFrom(environment: Readonly<Record<string, unknown>>) {
  const said = (name: keyof typeof defaults) => String(environment[name] || defaults[name]);
  const isInvented = (name: keyof typeof defaults) => !environment[name];
  return {
    name: said('BRAND_NAME'),
    latin: said('BRAND_LATIN'),
    tagline: said('BRAND_TAGLINE'),
    description: said('BRAND_DESCRIPTION'),
    entity: said('BRAND_ENTITY'),
    /** The company's number in the commercial register (統一編號). */
    registration: said('BRAND_REGISTRATION'),
    address: said('BRAND_ADDRESS'),
    people: peopleIn(said('BRAND_PEOPLE')),
    /** Which facts about the company are the demonstration's, so that pages can say so. */
    invented: {
      entity: isInvented('BRAND_ENTITY'),
      registration: isInvented('BRAND_REGISTRATION'),
      address: isInvented('BRAND_ADDRESS'),
      people: isInvented('BRAND_PEOPLE'),
      adviser: isInvented('BRAND_ADVISER'),
    },
    adviser: said('BRAND_ADVISER'),
    phone: said('BRAND_PHONE'),
    hours: said('BRAND_HOURS'),
    email: said('BRAND_EMAIL'),
    recruitment: said('BRAND_RECRUITMENT'),
    social: {
      network: said('BRAND_SOCIAL_NETWORK'),
      messenger: said('BRAND_SOCIAL_MESSENGER'),
      photos: said('BRAND_SOCIAL_PHOTOS'),
      videos: said('BRAND_SOCIAL_VIDEOS'),
    },
    copyrightYear: 2025,
  };
}
