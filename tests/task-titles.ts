// Checks how the tasks of a test's database write days.
type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Returns titles and reasons of tasks with a day like 2026-11-23, which pages write 2026/11/23. */
export const tasksWithOtherDays = (rows: Rows) =>
  rows<{ title: string; why: string | null }>(
    `select distinct subject_label as title, detail->>'why' as why from tasks.task
     where concat_ws(' ', subject_label, detail->>'why') ~ '\\d{4}-\\d\\d-\\d\\d' limit 5`,
  );
