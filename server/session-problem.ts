// The only two ways a session can fail; the door answers both with 401.

/** `expired`: a token that once was good. `unknown`: none, or one that never was. */
export class SessionProblem extends Error {
  readonly state: 'expired' | 'unknown';
  constructor(state: 'expired' | 'unknown') {
    super(state);
    this.state = state;
  }
}
