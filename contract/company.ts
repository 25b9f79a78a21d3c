// Facts about the company on the page about us, separate from the brand because no other page has
// them.

/** Settings and their defaults, which are invented. Pages read them at build time. */
const defaults = {
  BRAND_REGISTRATION: '99688006',
  BRAND_ADDRESS: '臺北市中正區溪岸路 1 號 5 樓',
  BRAND_PEOPLE:
    '董事長 林澄溪 銀行消費金融二十年；總經理 周岸 支付與電子票證；' +
    '風險長 何靜川 信用評分與催收管理；資訊安全長 沈渡 金融資安與個資保護',
};

/** Reads people written as "role name about", with a full-width semicolon between two of them. */
const peopleIn = (text: string) =>
  text.split('；').map((one) => {
    const [role = '', name = '', ...about] = one.trim().split(' ');
    return { role, name, about: about.join(' ') };
  });

/** Returns the facts as configured by the environment, and which of them are invented. */
export function companyFrom(environment: Readonly<Record<string, unknown>>) {
  const said = (name: keyof typeof defaults) => String(environment[name] || defaults[name]);
  const isInvented = (name: string) => !environment[name];
  return {
    /** The company's number in the commercial register (統一編號). */
    registration: said('BRAND_REGISTRATION'),
    address: said('BRAND_ADDRESS'),
    people: peopleIn(said('BRAND_PEOPLE')),
    /** Which facts are not configured, also of the brand, so that the page can say so. */
    invented: {
      entity: isInvented('BRAND_ENTITY'),
      registration: isInvented('BRAND_REGISTRATION'),
      address: isInvented('BRAND_ADDRESS'),
      people: isInvented('BRAND_PEOPLE'),
      adviser: isInvented('BRAND_ADVISER'),
    },
  };
}
