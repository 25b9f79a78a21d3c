// Stories of users: cards with a quotation each, and moving rows of who they are, which screen
// readers read only once.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { ReadingCard } from '../../content/cards.ts';
import { readingPath } from '../../content/reading/kinds.ts';
import { Go } from '../kit/Go.tsx';
import { useCarousel } from './use-carousel.ts';

/** Number of repetitions of the stories that the specification requires. */
const REPEATS = 6;

export type Story = Pick<
  ReadingCard,
  'id' | 'type' | 'title' | 'cover' | 'person' | 'role' | 'quote'
>;

/**
 * Card of a story. Repetitions are only visual: they are hidden from screen readers and not
 * reachable by keyboard.
 */
function StoryCard({ of, repeated }: { of: Story; repeated: boolean }) {
  return (
    <li
      className="card card-link story-card"
      data-flush=""
      inert={repeated}
      aria-hidden={repeated || undefined}
    >
      <div className="story-words">
        {of.quote && <blockquote>「{of.quote}」</blockquote>}
        <p className="story-who">
          <b>{of.person}</b>
          {of.role}
        </p>
        <h3>
          <Go to={readingPath(of.type, of.id)} className="" data-stretch="">
            {of.title}
          </Go>
        </h3>
      </div>
    </li>
  );
}

function Carousel({ stories }: { stories: readonly Story[] }) {
  const { ref, ready, next, previous } = useCarousel({ loop: true, align: 'start' });
  // Repetitions are added once the carousel runs, so the document contains each story only once.
  const slides = Array.from({ length: ready ? REPEATS : 1 }, (_, round) =>
    stories.map((story) => ({ story, round })),
  ).flat();
  return (
    <div role="region" aria-roledescription="輪播" aria-label="用戶故事">
      <div className="stories-view" ref={ref} data-ready={ready ? '' : undefined}>
        <ul className="stories-track">
          {slides.map(({ story, round }) => (
            <StoryCard key={`${round}-${story.id}`} of={story} repeated={round > 0} />
          ))}
        </ul>
      </div>
      <div className="carousel-bar">
        <button type="button" className="icon-link" aria-label="上一則故事" onClick={previous}>
          <ChevronLeft size={22} aria-hidden="true" />
        </button>
        <button type="button" className="icon-link" aria-label="下一則故事" onClick={next}>
          <ChevronRight size={22} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** One list of the marquee: names on the left, and what these people do on the right. */
function Row({ stories, side }: { stories: readonly Story[]; side: 'left' | 'right' }) {
  return (
    <ul className="marquee-row" data-side={side}>
      {stories.map((story, i) => (
        <li key={i} data-again={i >= stories.length / 2 ? '' : undefined}>
          {side === 'left' ? story.person : story.role}
        </li>
      ))}
    </ul>
  );
}

/**
 * The row is hidden from screen readers, because the carousel contains the same stories in order.
 */
function Marquee({ stories }: { stories: readonly Story[] }) {
  const [paused, setPaused] = useState(false);
  const left = [...stories, ...stories];
  const right = left.toReversed();
  return (
    <div className="marquee" data-paused={paused ? '' : undefined}>
      <div className="marquee-rows" aria-hidden="true">
        <Row stories={left} side="left" />
        <Row stories={right} side="right" />
      </div>
      <button
        type="button"
        className="carousel-play marquee-pause"
        aria-pressed={paused}
        onClick={() => setPaused(!paused)}
      >
        {paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        {paused ? '繼續跑馬燈' : '暫停跑馬燈'}
      </button>
    </div>
  );
}

export default function Stories({ stories }: { stories: readonly Story[] }) {
  return (
    <>
      <div className="container">
        <Carousel stories={stories} />
      </div>
      <Marquee stories={stories.filter(({ quote }) => quote)} />
    </>
  );
}
