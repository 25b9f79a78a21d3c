// Test helper: a second person decides about the version of a text that waits.
import { taskList } from '#contract/tasks/lists.ts';
import type { ReleaseKind } from '#contract/content/release.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { TestServer } from '../../../tests/server.ts';

type Session = { token: string };

/** Returns the id of the open task about a text; an empty text if there is none. */
export async function releaseTaskOf(
  server: TestServer,
  reader: Session,
  kind: ReleaseKind,
  id: string,
): Promise<string> {
  const { data } = await server.ok(taskList, { kind: 'content_release' }, reader);
  return data.find(({ subject }) => subject.type === kind && subject.id === id)?.id ?? '';
}

/** Releases what waits of a text. */
export async function releaseText(
  server: TestServer,
  reader: Session,
  kind: ReleaseKind,
  id: string,
): Promise<void> {
  const task = await releaseTaskOf(server, reader, kind, id);
  await server.ok(tasksOffice.decideTask, { id: task, decision: 'approve' }, reader);
}
