import { crediting } from '@anlan/contract/modules/learning/time-credit';
import type { OwnLesson } from '@anlan/contract/modules/learning/views';
import { useEffect, useRef, useState, type Dispatch, type KeyboardEvent, type SetStateAction } from 'react';
import { Icon } from '#ui/icon.tsx';
import { clockText } from '#widgets/duration.ts';
import { Lock, Pause, Play } from './player-icons.tsx';
import type { UsedSitting } from './use-sitting.ts';

const seekMs = 10_000;

interface Props {
  lesson: OwnLesson;
  use: UsedSitting;
  /** Number of failed attempts to load the video since it last played. */
  failures: number;
  setFailures: Dispatch<SetStateAction<number>>;
}

/** A video with its own progress bar: credited, watched but not credited, locked. */
export function LessonVideo({ lesson, use, failures, setFailures }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(lesson.furthestMs >= lesson.seconds * 1000 ? 0 : lesson.furthestMs);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(false);
  const resume = useRef(at);
  const length = lesson.seconds * 1000;
  const place = () => Math.round((video.current?.currentTime ?? 0) * 1000);
  const credited = use.view?.state.credited ?? lesson.credited;
  const furthest = Math.max(use.view?.state.furthestMs ?? lesson.furthestMs, use.reach());

  // Pause in a hidden tab, because that time is not credited.
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

  // Pause during a face check, then resume at the credited position.
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
  const isOver = failures > 2;
  const toggleSound = () => {
    if (video.current) video.current.muted = !isMuted;
    setIsMuted(!isMuted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isInside = event.target !== event.currentTarget;
    // Buttons and the progress bar use these keys themselves.
    if (isInside && [' ', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    if (event.key === ' ' || event.key === 'k') void toggle();
    else if (event.key === 'ArrowLeft') seek(Math.max(0, at - seekMs));
    else if (event.key === 'ArrowRight') seek(Math.min(length, at + seekMs));
    else if (event.key === 'm') toggleSound();
    else return;
    event.preventDefault();
  };
  return (
    // The group takes the keys of the player. Its buttons do the same by mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="player-frame"
      ref={frame}
      role="group"
      aria-label="播放器：空格播放或暂停，左右键退进 10 秒，M 静音"
      // Focusable, so that the keys work without a press on a button.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {use.url && !isOver ? (
        // Uploaded videos have no captions.
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
            setIsPlaying(true);
            use.started(place());
          }}
          onPlaying={() => setFailures(0)}
          onPause={() => {
            setIsPlaying(false);
            void use.flush(place(), false);
          }}
          onTimeUpdate={() => {
            resume.current = place();
            setAt(place());
          }}
          onSeeking={() => {
            // The player cannot seek beyond the watched part.
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
            setFailures((times) => times + 1);
            // Two media addresses issued within one second are equal, so React does not reload the video. Force a
            // reload.
            void use.renew().then(
              () => video.current?.load(),
              () => setFailures(3),
            );
          }}
        />
      ) : (
        <div className="player-still">
          {isOver ? (
            <p role="alert">
              此视频暂无法播放，请稍后再试
              <button type="button" className="btn" onClick={() => setFailures(0)}>
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
          <button type="button" onClick={toggleSound}>
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

/** Segments: credited, watched but not credited, locked. Works with mouse, touch and keys. */
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
