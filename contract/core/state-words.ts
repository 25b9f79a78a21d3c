// Types of a state's label; each state machine keeps its labels next to its states.

/** The colour and icon that a state is shown with. */
export type StatusTone = 'info' | 'progress' | 'attention' | 'problem' | 'done' | 'neutral';

/**
 * Label of a state on pages, in exported files and in messages, and the tone used where the label
 * is shown as a tag.
 */
export type StateWord = { readonly text: string; readonly tone: StatusTone };
