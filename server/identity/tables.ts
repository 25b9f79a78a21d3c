// Exports of the lists of operators, sign-ins and impersonations.
import { identityImpersonationOffice } from '#contract/identity/impersonation.ts';
import { identityOperatorsOffice } from '#contract/identity/operators.ts';
import {
  impersonationList,
  operatorList,
  partnerList,
  signInList,
} from '#contract/identity/lists.ts';
import { identityPartnersOffice } from '#contract/identity/partners.ts';
import { exportOf } from '../tables/table.ts';
import { partners } from './api/partners.ts';
import { operators, signIns } from './operator/colleagues.ts';
import { impersonations } from './operator/impersonation.ts';

export const identityTables = {
  operatorsTable: exportOf(
    identityOperatorsOffice.listOperators.output.shape.data,
    operatorList,
    operators,
  ),
  signInsTable: exportOf(
    identityOperatorsOffice.listSignIns.output.shape.data,
    signInList,
    signIns,
  ),
  impersonationsTable: exportOf(
    identityImpersonationOffice.listImpersonations.output.shape.data,
    impersonationList,
    impersonations,
  ),
  partnersTable: exportOf(
    identityPartnersOffice.listPartners.output.shape.data,
    partnerList,
    partners,
  ),
};
