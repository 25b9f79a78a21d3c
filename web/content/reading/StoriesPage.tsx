// Page /knowledge/story: the list of stories, by category and page.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { loadList } from './list-loader.ts';
import { headOfList, ReadingList } from './ReadingList.tsx';

export const loader = (args: LoaderFunctionArgs) => loadList(args, 'story');

export const meta = (args: MetaArgs) => headOfList(args, 'story');

export default ReadingList;
