// Page /knowledge/news: the list of news, by category and page.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { loadList } from './list-loader.ts';
import { headOfList, ReadingList } from './ReadingList.tsx';

export const loader = (args: LoaderFunctionArgs) => loadList(args, 'news');

export const meta = (args: MetaArgs) => headOfList(args, 'news');

export default ReadingList;
