// What the features after content may use of it.
export { renewPages } from './actions.ts';
export { feedOf, robotsTxt, sitemapXml } from './article/feeds.ts';
export { sharePicture } from './article/sharing.ts';
export { ensureContent } from './loading.ts';
export { pictureBytes } from './picture/media.ts';
export { policyPdf } from './policy/policy-pdf.ts';
