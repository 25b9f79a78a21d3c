// The URL of a policy version's PDF.
import { policy } from '../../site/kit/paths.ts';

/** URL of the PDF of a version. */
export const policyPdf = (slug: string, version: number) => `${policy(slug)}/${version}.pdf`;
