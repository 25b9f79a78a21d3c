// What the features after mandates may use of it.
export { stopOfClosed } from './actions.ts';
