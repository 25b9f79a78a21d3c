// Settings of the operators' work: when an overdue task escalates, and which kinds of task are
// assigned automatically.

const ABOUT = '依日曆時數計算；0 表示不通知。每件工作每一級只通知一次，並列為急件';

export const dutySettings = {
  escalateRoleHours: {
    group: 'work',
    text: '逾期通知承辦角色',
    unit: '小時',
    about: `工作逾期達此時數，寄信給可以處理的同仁；${ABOUT}`,
    min: 0,
    max: 240,
    initial: 4,
    checked: false,
  },
  escalateAdminHours: {
    group: 'work',
    text: '逾期通知管理同仁',
    unit: '小時',
    about: `工作逾期達此時數，寄信給管理同仁；${ABOUT}`,
    min: 0,
    max: 720,
    initial: 24,
    checked: false,
  },
} as const;

export const dutyLists = {
  autoAssigned: {
    group: 'work',
    text: '自動分派的工作',
    about:
      '啟用的工作類別每分鐘輪流分派給在班、可以處理的同仁，不會分派給該件工作的經辦；停用的類別由同仁自行取得',
    /** The kinds of tasks (`initial.ts`), which use the names of settings themselves. */
    initial: null,
    checked: false,
    closed: '工作類別由系統決定，不開放新增項目',
    mayBeEmpty: true,
  },
} as const;
