// What the features after tasks may use of it.
export { forgetTasks, recordExport, withExportRecord } from './actions.ts';
export { type Fields, assertVersion, changedFields, historyView, valuesView } from './changes.ts';
export { decideTaskOf } from './deciding.ts';
export { escalateTasksOf } from './duty/escalation.ts';
export { answerAsMaker } from './flags/flags.ts';
export { decisionsWait } from './held/held-queries.ts';
export { beginLimits, limitsSet, setLimits } from './limits/limits.ts';
export { joinTask, makersSince } from './makers.ts';
export { forgetNotes } from './notes/notes.ts';
export { closeTask, holdTask, keepDecided, openTask, renewTask } from './opening.ts';
export { type Checking, proposal, tried } from './proposals.ts';
export { recordMove } from './recording.ts';
export { keepAge } from './returning.ts';
