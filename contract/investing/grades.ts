// The risk grades, from the lowest risk to the highest. Apart from the schemas, so that pages which
// only draw a grade need not load them.
export const grades = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2'] as const;
