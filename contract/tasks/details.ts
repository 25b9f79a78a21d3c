// The fields that each kind of task shows, from which handlers and panels take their types.
import type { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { type KindOf, ofEachKind, type TaskKind } from './table.ts';

type Details = { [K in TaskKind]: KindOf<K>['detail'] };
export const taskDetails = ofEachKind(({ detail }) => detail) as unknown as Details;

/**
 * The detail of a task of one kind with the server's types, taken from the task's row or its
 * subject.
 */
export type TaskDetail<K extends TaskKind> = ServerSide<Details[K]>;
/** The input form of a task's detail, as it is written to the task or sent to the office. */
export type TaskDetailSent<K extends TaskKind> = z.input<Details[K]>;
