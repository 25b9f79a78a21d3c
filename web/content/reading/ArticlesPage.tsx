// Page /knowledge/article: the list of articles, by category and page.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { loadList } from './list-loader.ts';
import { headOfList, ReadingList } from './ReadingList.tsx';

export const loader = (args: LoaderFunctionArgs) => loadList(args, 'article');

export const meta = (args: MetaArgs) => headOfList(args, 'article');

export default ReadingList;
