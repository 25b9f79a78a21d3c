// What the features after proofs may use of it.
export { checkpointNote, tileOf } from './log.ts';
