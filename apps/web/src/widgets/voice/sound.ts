export interface Sound {
  /** Duration in seconds; null until known. */
  seconds: number | null;
  play(): Promise<void>;
  stop(): void;
  onEnded(listener: () => void): void;
  close(): void;
}

const amrMark = '#!AMR';

async function openAmr(blob: Blob): Promise<Sound> {
  const { default: Amr } = await import('benz-amr-recorder');
  const amr = new Amr();
  await amr.initWithBlob(blob);
  return {
    seconds: amr.getDuration(),
    play: () => Promise.resolve(amr.play()),
    stop: () => amr.stop(),
    onEnded: (listener) => amr.onEnded(listener),
    close: () => {
      if (amr.isPlaying()) amr.stop();
      amr.destroy();
    },
  };
}

function openAudio(blob: Blob): Promise<Sound> {
  const address = URL.createObjectURL(blob);
  const audio = new Audio(address);
  return new Promise((done, fail) => {
    audio.onerror = () => {
      URL.revokeObjectURL(address);
      fail(new Error('此语音暂无法播放，请稍后再试'));
    };
    audio.onloadedmetadata = () =>
      done({
        seconds: Number.isFinite(audio.duration) ? audio.duration : null,
        play: async () => {
          audio.currentTime = 0;
          await audio.play();
        },
        stop: () => audio.pause(),
        onEnded: (listener) => {
          audio.onended = listener;
        },
        close: () => {
          audio.pause();
          URL.revokeObjectURL(address);
        },
      });
  });
}

/**
 * Opens a voice message. WeChat's AMR is decoded in a worker, because no browser plays it; other formats play directly.
 */
export async function openSound(blob: Blob): Promise<Sound> {
  const mark = await blob.slice(0, amrMark.length).text();
  return mark === amrMark ? openAmr(blob) : openAudio(blob);
}
