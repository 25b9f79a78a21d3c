// The only two ways in which a session can be invalid; the HTTP layer answers both with 401.

/** `expired`: the token was valid once. `unknown`: the token is missing or was never issued. */
export class SessionProblem extends Error {
  readonly state: 'expired' | 'unknown';
  constructor(state: 'expired' | 'unknown') {
    super(state);
    this.state = state;
  }
}
