// The only two ways a session can fail; the HTTP layer answers both with 401.

/** `expired`: a token that was once valid. `unknown`: no token, or one that never existed. */
export class SessionProblem extends Error {
  readonly state: 'expired' | 'unknown';
  constructor(state: 'expired' | 'unknown') {
    super(state);
    this.state = state;
  }
}
