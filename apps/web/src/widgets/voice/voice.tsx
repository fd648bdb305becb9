import { useEffect, useRef, useState } from 'react';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { openSound, type Sound } from './sound.ts';
import './voice.css';

// Stops the voice message that plays now: only one plays at a time.
let playing: (() => void) | undefined;

const heights = [5, 9, 6, 12, 8, 15, 10, 6, 11, 14, 7, 9, 12, 5, 8, 10, 6, 4];
// All bars are one SVG path, because a chat shows many voice messages.
const bars = heights.map((height, at) => `M${2 + at * 6} ${8 - height / 2}v${height}`).join('');

interface Props {
  /** Loads the sound; called at the first click. */
  fetch: () => Promise<Blob>;
  label: string;
  seconds?: number | null | undefined;
  onPlayed?: () => void;
}

export function Voice({ fetch, label, seconds: knownSeconds, onPlayed }: Props) {
  const sound = useRef<Sound | null>(null);
  const [state, setState] = useState<'still' | 'coming' | 'playing'>('still');
  const [seconds, setSeconds] = useState(knownSeconds ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => sound.current?.close(), []);

  const stop = () => {
    sound.current?.stop();
    setState('still');
  };
  const play = async () => {
    setProblem(null);
    setState('coming');
    try {
      sound.current ??= await openSound(await fetch());
      const opened = sound.current;
      if (opened.seconds !== null) setSeconds(opened.seconds);
      opened.onEnded(() => setState('still'));
      playing?.();
      playing = stop;
      await opened.play();
      setState('playing');
      onPlayed?.();
    } catch (error) {
      setState('still');
      setProblem(error instanceof Error && error.message ? error.message : '此语音暂无法播放，请稍后再试');
    }
  };
  const length = seconds === null ? '' : `${Math.max(1, Math.round(seconds))}″`;
  const name = state === 'playing' ? `停止播放${label}` : `播放${label}`;
  return (
    <>
      <button
        type="button"
        className={`voice ${state}`}
        aria-label={length ? `${name}，${length}` : name}
        aria-busy={state === 'coming'}
        onClick={() => (state === 'playing' ? stop() : state === 'still' && void play())}
      >
        <span className="voice-press">
          <ChatIcon name={state === 'playing' ? 'pause' : 'play'} size={14} />
        </span>
        <svg className="voice-bars" width="106" height="16" viewBox="0 0 106 16" aria-hidden="true">
          <path d={bars} stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        </svg>
        <span className="voice-length">{length}</span>
      </button>
      {problem && (
        <span className="voice-problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
