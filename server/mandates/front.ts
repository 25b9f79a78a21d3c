// What the features after mandates may use of it.
export { overviewOf, stopOfClosed } from './actions.ts';
