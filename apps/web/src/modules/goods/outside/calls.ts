// Public calls of the goods page. They need no session.
import { id } from '@anlan/contract/domain/fields';
import { tenantId } from '@anlan/contract/modules/session/session';
import { goodsCalls } from '@anlan/contract/modules/goods/calls';
import type { PublicGoods } from '@anlan/contract/modules/goods/views';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';

const { open } = api({ open: goodsCalls.open });
const key = z.object({ tenantId, id });

export function readGoods(search: string): Promise<PublicGoods> {
  const params = new URLSearchParams(search);
  const named = z.safeParse(key, { tenantId: params.get('tenantId') ?? '', id: params.get('id') ?? '' });
  return named.success ? open(named.data, { quiet: true }) : Promise.reject(new Error('链接不完整，请重新打开'));
}
