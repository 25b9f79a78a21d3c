// Settings of the operators' work: when an overdue task escalates.

const ABOUT = '依日曆時數計算；0 表示不通知。每件工作每一級只通知一次，並列為急件';

export const dutySettings = {
  escalateRoleHours: {
    group: 'work',
    text: '逾期通知承辦角色',
    unit: '小時',
    about: `工作逾期達此時數，寄信給可以處理的同事；${ABOUT}`,
    min: 0,
    max: 240,
    initial: 4,
    checked: false,
  },
  escalateAdminHours: {
    group: 'work',
    text: '逾期通知管理同事',
    unit: '小時',
    about: `工作逾期達此時數，寄信給管理同事；${ABOUT}`,
    min: 0,
    max: 720,
    initial: 24,
    checked: false,
  },
} as const;
