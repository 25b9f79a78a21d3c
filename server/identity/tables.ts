// Exports of the lists of operators, sign-ins and impersonations.
import { impersonationList, operatorList, signInList } from '#contract/identity/lists.ts';
import { exportOf } from '../tables/table.ts';
import { operators, signIns } from './operator/colleagues.ts';
import { impersonations } from './operator/impersonation.ts';

export const identityTables = {
  operatorsTable: exportOf(operatorList, operators),
  signInsTable: exportOf(signInList, signIns),
  impersonationsTable: exportOf(impersonationList, impersonations),
};
