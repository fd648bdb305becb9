import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { idOf } from '../rules.ts';
import { outerAddress, type OuterViewer } from './rules.ts';

export type { OuterViewer } from './rules.ts';

/** What showing a file depends on. */
interface PreviewDeps {
  /** A link to a file in the caller's sight; not found otherwise. */
  linkFor: (scope: Scope, id: string, seconds: number) => Promise<{ name: string; url: string }>;
  viewer: OuterViewer | null;
}

/** Opens the address of the viewer for one visible file. */
export function createPreview({ linkFor, viewer }: PreviewDeps) {
  /** The id that is meant; an address must be one of our own, written plainly (S56). */
  function idIn({ fileId, url }: { fileId?: string | undefined; url?: string | undefined }): string {
    if (fileId !== undefined && url === undefined) return fileId;
    const found = fileId === undefined && url !== undefined ? idOf(url) : null;
    if (found === null) throw new AppError('invalid', '只能预览本系统的文件');
    return found;
  }

  return async (scope: Scope, wanted: { fileId?: string | undefined; url?: string | undefined }): Promise<string> => {
    const id = idIn(wanted);
    const { name, url } = await linkFor(scope, id, limits.preview.seconds);
    return viewer === null ? `/upms/file/view?fileId=${id}` : outerAddress(viewer, url, name);
  };
}
