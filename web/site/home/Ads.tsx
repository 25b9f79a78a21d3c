// Carousel of advertisements with arrows and dots; slides change by themselves only on request.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Cover } from '../../content/reading/Cover.tsx';
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../kit/calls.ts';
import { GoButton } from '../kit/Go.tsx';
import { useAutoplay, useCarousel } from './use-carousel.ts';

export type Ad = Answer<SiteCalls['content']['listAds']>['data'][number];

const TURN_MS = 6_000;

function Slide({ ad }: { ad: Ad }) {
  const { title, text, link, label, image } = ad;
  return (
    <li className="ad">
      <Cover of={image} alt={image.alt} sizes="(min-width: 1024px) 720px, 100vw" />
      <div className="ad-words">
        <h3>{title}</h3>
        <p>{text}</p>
        <GoButton to={link} aria-label={`${label}：${title}`}>
          {label}
        </GoButton>
      </div>
    </li>
  );
}

export default function Ads({ ads }: { ads: readonly Ad[] }) {
  const [plays, setPlays] = useState(false);
  const { ref, at, ready, show, next, previous } = useCarousel({ loop: true });
  const held = useAutoplay(plays, TURN_MS, next);
  return (
    <div {...held}>
      <div className="ads-view" ref={ref} data-ready={ready ? '' : undefined}>
        <ul className="ads-track">
          {ads.map((ad) => (
            <Slide key={ad.id} ad={ad} />
          ))}
        </ul>
      </div>
      {ads.length > 1 && (
        <div className="carousel-bar">
          <button type="button" className="icon-link" aria-label="上一則" onClick={previous}>
            <ChevronLeft size={22} aria-hidden="true" />
          </button>
          <div className="dots">
            {ads.map((ad, i) => (
              <button
                key={ad.id}
                type="button"
                aria-label={`第 ${i + 1} 則：${ad.title}`}
                aria-current={i === at}
                onClick={() => show(i)}
              />
            ))}
          </div>
          <button type="button" className="icon-link" aria-label="下一則" onClick={next}>
            <ChevronRight size={22} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="carousel-play"
            aria-pressed={plays}
            onClick={() => setPlays(!plays)}
          >
            {plays ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
            {plays ? '暫停' : '自動播放'}
          </button>
        </div>
      )}
    </div>
  );
}
