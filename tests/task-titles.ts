// Checks how the tasks of a test's database write days.
type Rows = <Row>(sql: string) => Promise<Row[]>;

/**
 * Returns titles and reasons of tasks with a day like 2026-11-23, which pages write 2026/11/23.
 * A case number like T20270109-40-17 is no day. What a reason quotes from a bank's file because it
 * is no day (不是日期：2027-01-45) stays as it is.
 */
export const tasksWithOtherDays = (rows: Rows) =>
  rows<{ title: string; why: string | null }>(
    `select distinct subject_label as title, detail->>'why' as why from tasks.task
     where regexp_replace(concat_ws(' ', subject_label, detail->>'why'), '不是日期：[^；]*', '', 'g')
       ~ '(^|\\D)\\d{4}-\\d\\d-\\d\\d' limit 5`,
  );
