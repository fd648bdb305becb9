import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useQuery } from '@tanstack/react-query';
import { useBlobUrl } from '#ui/use-blob-url.ts';
import { readMedia } from '../calls.ts';

type Of = Pick<WxMessage, 'id' | 'appId' | 'repMediaId' | 'repThumbMediaId' | 'type'>;

/**
 * Loads the media of a message. Followers' media expire at WeChat; media sent from here are in the account's materials.
 */
export const fetchMedia = ({ appId, repMediaId, type, id }: Omit<Of, 'repThumbMediaId'>): Promise<Blob> =>
  repMediaId === null
    ? Promise.reject(new Error('文件已不存在'))
    : readMedia({ appId, mediaId: repMediaId, fileName: id }, type === '2');

/** Loads the picture or video of a message as soon as `wanted` is true. */
export function useMedia(message: Of, wanted = true) {
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
export function useThumb({ repThumbMediaId, ...message }: Of, wanted = true): string | undefined {
  return useMedia({ ...message, repMediaId: repThumbMediaId, repThumbMediaId }, wanted).url;
}
