import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { useBlobUrl } from '#ui/use-blob-url.ts';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { Voice } from '../voice/voice.tsx';

const read = (appId: string, mediaId: string) => wxMaterials.other({ appId, mediaId }, { quiet: true });

const bytesOf = (appId: string, mediaId: string) => ({
  queryKey: ['wx-material', 'bytes', appId, mediaId],
  queryFn: () => read(appId, mediaId),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: false as const,
});

export function MaterialPicture({ appId, mediaId, label }: { appId: string; mediaId: string; label: string }) {
  const { data, error } = useQuery(bytesOf(appId, mediaId));
  const url = useBlobUrl(data);
  if (error) return <span className="material-wait">{error.message}</span>;
  return url ? (
    <img className="material-picture" src={url} alt={label} />
  ) : (
    <span className="material-wait" role="img" aria-label={label} />
  );
}

function MaterialFilm({ appId, mediaId, label }: { appId: string; mediaId: string; label: string }) {
  const [wanted, setWanted] = useState(false);
  const [broken, setBroken] = useState(false);
  const { data, error, refetch } = useQuery({ ...bytesOf(appId, mediaId), enabled: wanted });
  const url = useBlobUrl(data);
  if (broken) return <span className="material-wait">此视频暂无法播放，请稍后再试</span>;
  if (url)
    return (
      // Uploaded videos have no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        className="material-picture"
        src={url}
        controls
        autoPlay
        aria-label={label}
        onError={() => setBroken(true)}
      />
    );
  return (
    <button
      type="button"
      className="material-wait material-film"
      aria-label={`播放${label}`}
      onClick={() => (error ? void refetch() : setWanted(true))}
    >
      {error ? error.message : wanted ? '正在读取…' : <ChatIcon name="video" size={28} />}
    </button>
  );
}

export function MaterialPreview({ appId, material }: { appId: string; material: WxMaterial }) {
  const { type, mediaId, name, content } = material;
  const label = name ?? mediaId;
  if (type === 'image') return <MaterialPicture appId={appId} mediaId={mediaId} label={label} />;
  if (type === 'voice') return <Voice label={label} fetch={() => read(appId, mediaId)} />;
  if (type === 'video') return <MaterialFilm appId={appId} mediaId={mediaId} label={label} />;
  const [first] = content?.articles ?? [];
  return first?.thumbMediaId ? (
    <MaterialPicture appId={appId} mediaId={first.thumbMediaId} label={first.title} />
  ) : (
    <span className="material-wait">
      <Icon name="file" size={28} />
    </span>
  );
}
