// Makes every worker of the integration tests record the refusals that its servers answer.
import { recordRefusals } from './recorded-refusals.ts';

recordRefusals();
