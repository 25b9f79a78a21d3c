// Page /knowledge/article/{id}: one article in full.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfReading, Reading } from './Reading.tsx';
import { loadReading } from './reading-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadReading(args, 'article');

export const meta = (args: MetaArgs) => headOfReading(args);

export default Reading;
