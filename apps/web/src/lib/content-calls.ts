import {
  contentTextCalls,
  contentTypes,
  type ContentText,
  type ContentType,
} from '@anlan/contract/modules/content/text';
import { api } from './api.ts';

const texts = api(contentTextCalls);

/** The version of a text that is in force for a unit, or null where none is published. */
export const readText = (
  type: ContentType,
  tenantId: string | undefined,
  signal?: AbortSignal,
): Promise<ContentText | null> => texts.byType({ type: contentTypes[type], tenantId }, { signal, quiet: true });
