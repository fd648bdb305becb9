import { crediting } from '@anlan/contract/modules/learning/crediting';
import type { OwnLesson } from '@anlan/contract/modules/learning/views';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { clockText } from '#widgets/length.ts';
import { Lock, Pause, Play } from './marks.tsx';
import type { UsedSitting } from './use-sitting.ts';

interface Props {
  lesson: OwnLesson;
  use: UsedSitting;
}

/** A video with a bar of our own: what is credited, what was seen and not counted, what is not yet allowed. */
export function LessonVideo({ lesson, use }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(lesson.furthestMs >= lesson.seconds * 1000 ? 0 : lesson.furthestMs);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [broken, setBroken] = useState(0);
  const resume = useRef(at);
  const length = lesson.seconds * 1000;
  const place = () => Math.round((video.current?.currentTime ?? 0) * 1000);
  const credited = use.view?.state.credited ?? lesson.credited;
  const furthest = Math.max(use.view?.state.furthestMs ?? lesson.furthestMs, use.reach());

  // Nothing is credited that nobody looks at.
  useEffect(() => {
    const hide = () => {
      if (document.hidden) video.current?.pause();
    };
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, []);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      if (!use.goesOn()) video.current?.pause();
      else void use.flush(place(), true);
    }, crediting.beatMs);
    return () => clearInterval(timer);
  }, [isPlaying, use]);

  // While a check waits for its answer nothing plays; then it goes on from where it was credited.
  const face = use.view?.state.face ?? null;
  const isAsked = face !== null && face.state !== 'held';
  const { reach } = use;
  useEffect(() => {
    const element = video.current;
    if (!element || !isAsked) return undefined;
    element.pause();
    return () => {
      element.currentTime = Math.min(element.currentTime, reach() / 1000);
      void element.play().catch(() => undefined);
    };
  }, [isAsked, reach]);

  const toggle = async () => {
    if (!use.isBegun || use.view?.mode === 'over') {
      await use.begin();
      return;
    }
    if (!use.goesOn()) return;
    if (video.current?.paused) await video.current.play().catch(() => undefined);
    else video.current?.pause();
  };
  const seek = (to: number) => {
    if (!video.current || !use.isBegun) return;
    video.current.currentTime = Math.min(to, use.reach()) / 1000;
  };
  const isOver = broken > 2;
  return (
    <div className="player-frame" ref={frame}>
      {use.url && !isOver ? (
        // What people upload brings no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={video}
          src={use.url.url}
          playsInline
          preload="auto"
          disablePictureInPicture
          aria-label={lesson.title}
          onLoadedMetadata={() => {
            if (!video.current) return;
            video.current.currentTime = resume.current / 1000;
            if (use.goesOn()) void video.current.play().catch(() => undefined);
          }}
          onPlay={() => {
            setPlaying(true);
            use.started(place());
          }}
          onPlaying={() => setBroken(0)}
          onPause={() => {
            setPlaying(false);
            void use.flush(place(), false);
          }}
          onTimeUpdate={() => {
            resume.current = place();
            setAt(place());
          }}
          onSeeking={() => {
            // Nobody comes further than they have watched.
            const most = Math.max(use.reach(), resume.current);
            if (video.current && place() > most + crediting.toleranceMs) video.current.currentTime = most / 1000;
          }}
          onSeeked={() => {
            if (isPlaying) use.started(place());
          }}
          onRateChange={() => {
            if (video.current && video.current.playbackRate !== 1) video.current.playbackRate = 1;
          }}
          onError={() => {
            setBroken((times) => times + 1);
            // An address that was given within the same second is the same one: nothing else would load it again.
            void use.renew().then(
              () => video.current?.load(),
              () => setBroken(3),
            );
          }}
        />
      ) : (
        <div className="player-still">
          {isOver ? (
            <p role="alert">
              此视频暂无法播放，请稍后再试
              <button type="button" className="btn" onClick={() => setBroken(0)}>
                重试
              </button>
            </p>
          ) : (
            <button type="button" className="player-start" disabled={use.isBeginning} onClick={() => void toggle()}>
              <Play />
              {use.isBeginning ? '正在打开…' : lesson.furthestMs > 0 ? '继续学习' : '开始学习'}
            </button>
          )}
        </div>
      )}
      <div className="player-bar">
        <Bar credited={credited} furthest={furthest} at={at} length={length} onSeek={seek} />
        <div className="player-tools">
          <button type="button" aria-label={isPlaying ? '暂停' : '播放'} onClick={() => void toggle()}>
            {isPlaying ? <Pause /> : <Play />}
          </button>
          <span>
            {clockText(at)} / {clockText(length)}
          </span>
          <span className="player-rate">
            <Lock />
            首看 1×
          </span>
          <button
            type="button"
            onClick={() => {
              if (video.current) video.current.muted = !isMuted;
              setMuted(!isMuted);
            }}
          >
            {isMuted ? '打开声音' : '静音'}
          </button>
          <button
            type="button"
            aria-label="全屏"
            hidden={!document.fullscreenEnabled}
            onClick={() => void frame.current?.requestFullscreen()}
          >
            <Icon name="fullscreen" size={18} />
          </button>
        </div>
      </div>
    </div>
  );
}

interface BarProps {
  credited: readonly { from: number; to: number }[];
  furthest: number;
  at: number;
  length: number;
  onSeek: (to: number) => void;
}
const share = (ms: number, length: number) => `${Math.min(100, (100 * ms) / Math.max(1, length))}%`;

/** Credited, seen but not credited, not yet allowed; moved by mouse, finger and keys. */
export function Bar({ credited, furthest, at, length, onSeek }: BarProps) {
  return (
    <div className="player-line">
      <i className="seen" style={{ width: share(furthest, length) }} />
      {credited.map(({ from, to }) => (
        <i key={from} className="credited" style={{ left: share(from, length), width: share(to - from, length) }} />
      ))}
      <i className="dot" style={{ left: share(at, length) }} />
      <input
        type="range"
        aria-label="播放进度"
        aria-valuetext={`${clockText(at)}，共 ${clockText(length)}`}
        min={0}
        max={length}
        step={1000}
        value={Math.min(at, length)}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
    </div>
  );
}
