// Rules of the operators' work, as the settings in force define them, and whose turn it is.

/** Hours after which an overdue task escalates; 0 switches a level off. */
export type DutyRules = { roleHours: number; adminHours: number };
