import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { TabModal } from '#ui/tab-modal.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { Icon } from '#ui/icon.tsx';
import { Voice } from '#widgets/voice/voice.tsx';
import { useBlobUrl } from '#ui/use-blob-url.ts';
import { hasEnded } from '../rules.ts';
import { readMedia } from '../calls.ts';
import { useNow } from './use-now.ts';

type Of = Pick<WxMessage, 'id' | 'appId' | 'repMediaId' | 'repThumbMediaId' | 'type'>;

/**
 * Loads the media of a message. Followers' media expire at WeChat; media sent from here are in the account's materials.
 */
const fetchMedia = ({ appId, repMediaId, type, id }: Omit<Of, 'repThumbMediaId'>): Promise<Blob> =>
  repMediaId === null
    ? Promise.reject(new Error('文件已不存在'))
    : readMedia({ appId, mediaId: repMediaId, fileName: id }, type === '2');

/** Loads the picture or video of a message as soon as `wanted` is true. */
function useMedia(message: Of, wanted = true) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['wx-media', message.appId, message.repMediaId, message.type],
    queryFn: () => fetchMedia(message),
    enabled: wanted && message.repMediaId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  return { url: useBlobUrl(data), error, refetch, isFetching };
}

/** Address of the thumbnail of a video, music or news message. Undefined if it does not exist or is not loaded yet. */
function useThumb({ repThumbMediaId, ...message }: Of, wanted = true): string | undefined {
  return useMedia({ ...message, repMediaId: repThumbMediaId, repThumbMediaId }, wanted).url;
}

interface Props {
  message: WxMessage;
}

export function SaidPicture({ message }: Props) {
  const { url, error, refetch } = useMedia(message);
  const [open, setOpen] = useState(false);
  const name = message.type === '1' ? `${message.nickName}发来的图片` : '发出的图片';
  if (error)
    return (
      <button type="button" className="picture picture-wait" onClick={() => void refetch()}>
        {error.message}
      </button>
    );
  if (!url) return <span className="picture-wait" aria-label="正在读取图片" role="img" />;
  return (
    <>
      <button type="button" className="picture" aria-label={`查看大图：${name}`} onClick={() => setOpen(true)}>
        <img src={url} alt={name} />
      </button>
      {open && (
        <TabModal open footer={null} width="auto" centered title={name} onCancel={() => setOpen(false)}>
          <img className="picture-large" src={url} alt={name} />
        </TabModal>
      )}
    </>
  );
}

/** Plays a voice message of a follower, or shows that it has expired (ST-13). */
export function SaidVoice({ message }: Props) {
  const now = useNow();
  if (message.type === '1' && hasEnded(message.createTime, now)) return <span className="chat-meek">该语音已过期</span>;
  return <Voice label="语音" fetch={() => fetchMedia(message)} />;
}

/** Shows a video and loads it only on demand, or shows that it has expired (ST-13). */
export function SaidVideo({ message }: Props) {
  const [wanted, setWanted] = useState(false);
  const [broken, setBroken] = useState(false);
  const { url, error, refetch } = useMedia(message, wanted);
  const now = useNow();
  const ended = message.type === '1' && hasEnded(message.createTime, now);
  const poster = useThumb(message, !ended);
  if (ended) return <span className="chat-meek">该视频已过期</span>;
  const label = message.repType === 'shortvideo' ? '小视频' : '视频';
  if (broken) return <span className="chat-meek">此视频暂无法播放，请稍后再试</span>;
  if (url)
    return (
      // Videos of followers have no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video src={url} controls autoPlay playsInline aria-label={label} onError={() => setBroken(true)} />
    );
  return (
    <button
      type="button"
      className="picture picture-wait"
      aria-label={`播放${label}`}
      onClick={() => (error ? void refetch() : setWanted(true))}
    >
      {poster && <img className="poster" src={poster} alt="" />}
      {error ? <span>{error.message}</span> : wanted ? <span>正在读取…</span> : <ChatIcon name="play" size={28} />}
    </button>
  );
}

// Use only pictures from WeChat's own host, because the CSP blocks all other hosts.
const atWechat = (url: string | null | undefined): string | undefined =>
  url ? /^https:\/\/mmbiz\.qpic\.cn\/.*/.exec(url.replace(/^http:/, 'https:'))?.[0] : undefined;

export function SaidThumb({ message, url }: Props & { url?: string | undefined }) {
  const own = useThumb(message);
  const picture = own ?? atWechat(url);
  return picture ? <img src={picture} alt="" /> : <Icon name="outward" size={16} />;
}
