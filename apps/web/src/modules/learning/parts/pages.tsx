import { crediting } from '@anlan/contract/modules/learning/time-credit';
import type { OwnLesson } from '@anlan/contract/modules/learning/views';
import { useEffect, useRef, useState } from 'react';
import { clockText } from '#widgets/duration.ts';
import { Play } from './player-icons.tsx';
import type { UsedSitting } from './use-sitting.ts';
import { Bar } from './video.tsx';

/** A document or slides. Reading time counts only while the tab is visible. */
export function LessonPages({ lesson, use }: { lesson: OwnLesson; use: UsedSitting }) {
  const length = lesson.seconds * 1000;
  const [at, setAt] = useState(lesson.furthestMs);
  const place = useRef(lesson.furthestMs);
  const { started, flush, goesOn, reach } = use;
  const isOpen = use.isBegun && use.view?.mode !== 'over';
  useEffect(() => {
    if (!isOpen) return undefined;
    let before = performance.now();
    let sent = before;
    let wasSeen = !document.hidden;
    if (wasSeen) started(place.current);
    const step = () => {
      const now = performance.now();
      const isSeen = !document.hidden && goesOn() && place.current < length;
      if (isSeen && wasSeen) place.current = Math.min(length, place.current + (now - before));
      before = now;
      setAt(place.current);
      if (wasSeen && (!isSeen || now - sent >= crediting.beatMs)) {
        sent = now;
        void flush(place.current, isSeen);
      }
      if (isSeen && !wasSeen) {
        // While a face check is pending, reading time does not count and the position cannot advance.
        place.current = Math.min(place.current, reach());
        started(place.current);
      }
      wasSeen = isSeen;
    };
    const timer = setInterval(step, 500);
    document.addEventListener('visibilitychange', step);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', step);
      if (wasSeen) void flush(place.current, false);
    };
  }, [isOpen, length, started, flush, goesOn, reach]);
  const furthest = Math.max(use.view?.state.furthestMs ?? lesson.furthestMs, at);
  return (
    <div className="player-frame player-pages">
      {use.url && isOpen ? (
        use.url.type.startsWith('image/') ? (
          <img src={use.url.url} alt={lesson.title} />
        ) : (
          <iframe src={`${use.url.url}#navpanes=0`} title={lesson.title} />
        )
      ) : (
        <div className="player-still">
          <button type="button" className="player-start" disabled={use.isBeginning} onClick={() => void use.begin()}>
            <Play />
            {use.isBeginning ? '正在打开…' : lesson.furthestMs > 0 ? '继续阅读' : '开始阅读'}
          </button>
        </div>
      )}
      <div className="player-bar">
        <Bar
          credited={use.view?.state.credited ?? lesson.credited}
          furthest={furthest}
          at={at}
          length={length}
          onSeek={() => undefined}
        />
        <div className="player-tools">
          <span>
            已阅读 {clockText(at)} / {clockText(length)}
          </span>
        </div>
      </div>
    </div>
  );
}
