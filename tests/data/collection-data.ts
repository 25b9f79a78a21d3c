// Part of the inventory of personal data: what collection records about late borrowers.
export const collectionData = {
  'servicing.contact': {
    why: 'collection',
    kept: 'with the loan',
    clear: 'note',
    plain: 'channel outcome template',
  },
  'servicing.hearing': { plain: 'purpose place result' },
  'servicing.legal_file': { plain: 'court court_no' },
  'servicing.placement': { plain: 'agency reason' },
} as const;
