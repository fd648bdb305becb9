import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useQuery } from '@tanstack/react-query';
import { useBlobUrl } from '#ui/use-blob-url.ts';
import { readMedia } from '../calls.ts';

type Of = Pick<WxMessage, 'id' | 'appId' | 'repMediaId' | 'repThumbMediaId' | 'type'>;

/** Fetches what a message carries: of followers what WeChat keeps for a while, of ours the account's material. */
export const fetchMedia = ({ appId, repMediaId, type, id }: Omit<Of, 'repThumbMediaId'>): Promise<Blob> =>
  repMediaId === null
    ? Promise.reject(new Error('文件已不存在'))
    : readMedia({ appId, mediaId: repMediaId, fileName: id }, type === '2');

/** The picture or film of a message; `wanted` once somebody asks for it. */
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

/** Address of the small picture of a film, of music or of news; undefined until it is there, and where it has none. */
export function useThumb({ repThumbMediaId, ...message }: Of, wanted = true): string | undefined {
  return useMedia({ ...message, repMediaId: repThumbMediaId, repThumbMediaId }, wanted).url;
}
