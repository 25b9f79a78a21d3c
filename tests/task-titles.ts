// Checks how the tasks of a test's database write days.
type Rows = <Row>(sql: string) => Promise<Row[]>;

/**
 * Returns titles and reasons of tasks with a day like 2026-11-23, which pages write 2026/11/23. A
 * quoted cell of a bank's file that is no day, such as 2027-01-45, stays as the file has it.
 */
export const tasksWithOtherDays = (rows: Rows) =>
  rows<{ title: string; why: string | null }>(
    `select distinct subject_label as title, detail->>'why' as why from tasks.task
     where concat_ws(' ', subject_label, detail->>'why')
           ~ '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' limit 5`,
  );
