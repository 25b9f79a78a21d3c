// What the features after investing may use of it.
export { lowerOutstanding } from './actions.ts';
