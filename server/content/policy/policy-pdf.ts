// Makes the PDF of an approved policy version, with the same text as its page.
import { formatDay } from '#contract/core/day.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { workOn } from '../../work.ts';
import { blocksOf } from '../article/blocks.ts';
import { renderBody } from '../article/body.ts';
import { brandFigures } from '../article/figures.ts';
import { createShelf } from '../shelf.ts';
import { approvedVersions, bodyOfVersion } from './policy-queries.ts';
import { hashOfSeed } from '../seed-files.ts';

/** Number of PDFs cached in memory; each is some 60 KB. */
const CACHE_MAX = 40;

const shelf = createShelf(CACHE_MAX);

/**
 * Returns the PDF of an approved version by slug and number; null for any other version. The same
 * text always gives the same bytes, so each PDF is typeset only once.
 */
export async function policyPdf(
  services: Services,
  slug: string,
  number: number,
): Promise<Buffer | null> {
  const tx = db(services.pool);
  const { today } = workOn(services, tx);
  const rows = await approvedVersions(tx, slug, today);
  const version = rows.find((row) => row.slug === slug && row.number === number);
  if (!version) return null;
  const { brand, publicUrl } = services.config;
  const { title, category, summary, effectiveOn } = version;
  const { html } = renderBody(
    await bodyOfVersion(tx, version.id),
    brandFigures(services.config.brand),
  );
  const words = {
    title,
    category,
    summary,
    version: `第 ${number} 版`,
    effective: `${formatDay(effectiveOn)} 生效`,
    date: effectiveOn.split('-').map(Number),
    brand: brand.name,
    company: brand.entity,
    origin: publicUrl,
    address: `${publicUrl}/support/policy/${slug}?version=${number}`,
    blocks: blocksOf(html),
  };
  return shelf(hashOfSeed([words]), () => services.documents.renderTypst('policy', words));
}
