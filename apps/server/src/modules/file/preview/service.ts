import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { idOf } from '../rules.ts';
import { outerAddress, type OuterViewer } from './rules.ts';

export type { OuterViewer } from './rules.ts';

interface PreviewDeps {
  /** Creates a link to a file. Throws notFound if the file is not visible. */
  linkFor: (scope: Scope, id: string, seconds: number) => Promise<{ name: string; url: string }>;
  viewer: OuterViewer | null;
}

export function createPreview({ linkFor, viewer }: PreviewDeps) {
  /** Id of the file to preview. An address must be the address of a file on this server, in plain form (S56). */
  function idIn({ fileId, url }: { fileId?: string | undefined; url?: string | undefined }): string {
    if (fileId !== undefined && url === undefined) return fileId;
    const fileIdInUrl = fileId === undefined && url !== undefined ? idOf(url) : null;
    if (fileIdInUrl === null) throw new AppError('invalid', '只能预览本系统的文件');
    return fileIdInUrl;
  }

  return async (scope: Scope, wanted: { fileId?: string | undefined; url?: string | undefined }): Promise<string> => {
    const id = idIn(wanted);
    const { name, url } = await linkFor(scope, id, limits.preview.seconds);
    return viewer === null ? `/upms/file/view?fileId=${id}` : outerAddress(viewer, url, name);
  };
}
