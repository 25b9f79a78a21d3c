// Default texts of notices about electronic invoices.
import { catalogue } from '../notices/rules.ts';

const shared = { category: 'account', link: '/account/invoices' } as const;
const number = { number: ['發票號碼', 'AB-12345678'] } as const;
const total = { total: ['含稅金額', '$ 1,200'] } as const;

export const noticeKinds = catalogue('invoices', {
  newInvoice: {
    ...shared,
    isPageOnly: true,
    name: '電子發票已開立',
    title: '電子發票 {{number}} 已開立',
    body: '{{item}}的電子發票 {{number}} 已開立，含稅金額 {{total}}，{{carrier}}。',
    variables: {
      ...number,
      ...total,
      item: ['項目', '出資服務費'],
      carrier: ['載具或捐贈', '存入會員載具'],
    },
    must: ['number'],
  },
  voidInvoice: {
    ...shared,
    name: '電子發票已作廢',
    title: '電子發票 {{number}} 已作廢',
    body: '這筆費用已退還，因此電子發票 {{number}} 已作廢，您不需要做任何事。',
    variables: { ...number },
    must: ['number'],
  },
  newAllowance: {
    ...shared,
    name: '電子發票折讓',
    title: '電子發票 {{number}} 已折讓 {{total}}',
    body: '這筆費用已退還 {{total}}，因此我們就電子發票 {{number}} 開立了折讓證明單。',
    variables: { ...number, ...total },
    must: ['number', 'total'],
  },
});
