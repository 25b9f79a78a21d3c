// Page /knowledge/news/{id}: one news item in full.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfReading, Reading } from './Reading.tsx';
import { loadReading } from './reading-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadReading(args, 'news');

export const meta = (args: MetaArgs) => headOfReading(args);

export default Reading;
