// Page /knowledge/story: the list of stories, by category and page, and below it the carousel of
// the visitors' home page.
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { deferred } from '../../first-paint/deferred.tsx';
import { loadList, loadStories } from './list-loader.ts';
import { headOfList, ReadingList } from './ReadingList.tsx';
import parts from '../../site/home/parts.css?url';

/** By its URL, so that the home page's styles stay one file. */
export const links = () => [{ rel: 'stylesheet', href: parts }];

export async function loader(args: LoaderFunctionArgs) {
  const [list, all] = await Promise.all([loadList(args, 'story'), loadStories(args)]);
  return { ...list, stories: list.category === null && list.page === 1 ? all : [] };
}

export const meta = (args: MetaArgs) => headOfList(args, 'story');

const Stories = deferred('reading-stories', () => import('../../site/home/Stories.tsx'));

export default function StoriesPage() {
  const { stories } = useLoaderData<typeof loader>();
  return (
    <>
      <ReadingList />
      {stories.length > 0 && (
        <section id="reading-stories" className="home-stories" aria-labelledby="stories-title">
          <h2 id="stories-title" className="container">
            他們怎麼說
          </h2>
          <Stories stories={stories} />
        </section>
      )}
    </>
  );
}
