// Part of the inventory of personal data: debits of members' accounts, and their files.
export const mandatesData = {
  'mandates.answer': { plain: 'name type sha256 failure' },
  'mandates.debit': { plain: 'subject status code withdrawn' },
  'mandates.file': {
    why: 'money',
    kept: 'books, ten years',
    sealed: 'content',
    plain: 'type reference sha256',
  },
  'mandates.mandate': { plain: 'status text_sha256 step_up_reference reason' },
  'mandates.registration': { plain: 'action code' },
} as const;
