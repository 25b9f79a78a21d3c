// Settings of debits by mandate.

export const mandateSettings = {
  mandateRetryDays: {
    group: 'loans',
    text: '扣款未成功後再扣',
    unit: '營業日',
    about: '授權扣款未成功，過幾個營業日再扣一次；已排定的第二次扣款日不變',
    min: 1,
    max: 10,
    initial: 3,
    checked: false,
    agreed: { alone: null },
  },
} as const;
