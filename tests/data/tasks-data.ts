// The inventory of personal data, for the tables of tasks, audit log and security events.
import type { Table } from './personal-data.ts';

export const tasksData: Readonly<Record<string, Table>> = {
  'tasks.audit': {
    why: 'audit',
    kept: 'for good',
    clear: 'reason snapshot',
    plain: 'actor_type subject_type action from_status to_status request_id',
  },
  'tasks.proof': { plain: 'chain broken_row broken_how' },
  'tasks.seal': { plain: 'hash' },
  'tasks.note': {
    why: 'office',
    kept: 'five years after closing',
    sealed: 'text',
    plain: 'subject_type topic',
  },
  'tasks.note_file': {
    why: 'office',
    kept: 'five years after closing',
    file: 'stored',
    clear: 'filename',
    plain: 'content_type',
  },
  'tasks.security_alarm': {
    why: 'security',
    kept: '180 days',
    fingerprint: 'source',
    plain: 'rule',
  },
  'tasks.security_event': {
    why: 'security',
    kept: '180 days, and until its month has ended',
    fingerprint: 'account agent',
    clear: 'address',
    plain: 'kind code call request_id',
  },
  'tasks.task': {
    why: 'office',
    kept: 'for good, names masked; about a member five years after closing',
    clear: 'subject_label detail reason',
    plain: 'kind subject_type status decision priority priority_reason other_makers',
  },
  'tasks.absence': {},
  'tasks.approval_limit': { plain: 'subject' },
  'tasks.approved': { plain: 'subject' },
  'tasks.turn': { plain: 'kind' },
  'tasks.verification': { plain: 'failure proof' },
  'tasks.view': { plain: 'list name query' },
};
