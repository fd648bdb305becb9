import { useQuery } from '@tanstack/react-query';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { useBlobUrl } from '#ui/use-blob-url.ts';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { Voice } from '../voice/voice.tsx';

const read = (appId: string, mediaId: string) => wxMaterials.other({ appId, mediaId }, { quiet: true });

/** A picture material of an account; something grey until it is there. */
export function MaterialPicture({ appId, mediaId, label }: { appId: string; mediaId: string; label: string }) {
  const { data, error } = useQuery({
    queryKey: ['wx-material', 'bytes', appId, mediaId],
    queryFn: () => read(appId, mediaId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const url = useBlobUrl(data);
  if (error) return <span className="material-wait">{error.message}</span>;
  return url ? (
    <img className="material-picture" src={url} alt={label} />
  ) : (
    <span className="material-wait" role="img" aria-label={label} />
  );
}

/** What a material looks like. */
export function MaterialFace({ appId, material }: { appId: string; material: WxMaterial }) {
  const { type, mediaId, name, content } = material;
  const label = name ?? mediaId;
  if (type === 'image') return <MaterialPicture appId={appId} mediaId={mediaId} label={label} />;
  if (type === 'voice') return <Voice label={label} fetch={() => read(appId, mediaId)} />;
  if (type === 'video')
    return (
      <span className="material-wait">
        <ChatIcon name="video" size={28} />
      </span>
    );
  const [first] = content?.articles ?? [];
  return first?.thumbMediaId ? (
    <MaterialPicture appId={appId} mediaId={first.thumbMediaId} label={first.title} />
  ) : (
    <span className="material-wait">
      <Icon name="file" size={28} />
    </span>
  );
}
