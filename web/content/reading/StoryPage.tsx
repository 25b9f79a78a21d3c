// Page /knowledge/story/{id}: one story in full.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfReading, Reading } from './Reading.tsx';
import { loadReading } from './reading-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadReading(args, 'story');

export const meta = (args: MetaArgs) => headOfReading(args);

export default Reading;
