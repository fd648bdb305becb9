import { keepPreviousData } from '@tanstack/react-query';
import { wxMaterials } from '#lib/wx-material-calls.ts';
import type { MaterialType } from './limits.ts';

/** Query of the materials of a WeChat account, 10 or 20 per page (CN-02). */
export const materialPage = (appId: string, type: MaterialType, current: number, size: number) => ({
  queryKey: ['wx-material', 'page', appId, type, current, size],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    wxMaterials.page({ appId, type, current, size }, { signal, quiet: true }),
  placeholderData: keepPreviousData,
});
