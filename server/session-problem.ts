// The only two ways in which a session can be invalid; the HTTP layer answers both with 401.

/** `expired`: the token was valid once. `unknown`: there is no token, or it never existed. */
export class SessionProblem extends Error {
  readonly state: 'expired' | 'unknown';
  constructor(state: 'expired' | 'unknown') {
    super(state);
    this.state = state;
  }
}
