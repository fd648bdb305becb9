import {
  contentTextCalls,
  contentTypes,
  type ContentText,
  type ContentType,
} from '@anlan/contract/modules/content/text';
import { api } from './api.ts';

const texts = api(contentTextCalls);

/** Query of the published version of a text, such as the terms of use, for a tenant; null when none is published. */
export const readText = (
  type: ContentType,
  tenantId: string | undefined,
  signal?: AbortSignal,
): Promise<ContentText | null> => texts.byType({ type: contentTypes[type], tenantId }, { signal, quiet: true });
