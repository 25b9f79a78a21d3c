// The shape of a word for a state: the table of a state machine's words stands next to its states.

/** The colour and icon that a state is shown with. */
export type StatusTone = 'info' | 'progress' | 'attention' | 'problem' | 'done' | 'neutral';

/** The word of a state on pages, in files and in messages, and its tone where it is a tag. */
export type StateWord = { readonly text: string; readonly tone: StatusTone };
