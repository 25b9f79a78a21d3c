// Office API of the ledger: balances by kind of account, and the check that all invariants hold.
import { together } from '../core/endpoint.ts';
import { ledgerBooksOffice } from './books.ts';

export const ledgerOffice = together(ledgerBooksOffice, {});
