// Serves public pages without a session. A page contains only published content and is cached briefly, because many
// viewers load it.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readDesign, type Design } from '@anlan/contract/modules/page-design/design';
import { ownTemplates } from '@anlan/contract/modules/page-design/templates';
import { listFileIds } from '@anlan/contract/modules/page-design/design';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { FileModule } from '../file/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import { cardOf, gather, shopCardOf, type Sources } from './load-page-data.ts';
import { foundPage, missingPage, pageOf, type SentPage } from './html.ts';
import { draftOf, filesOfPage, isPreviewed, livePages, ofUnit, pageHead } from './page-store.ts';

interface PageRequest {
  tenantId: string;
  id?: string | undefined;
  shopId?: string | undefined;
  sign?: string | undefined;
}
/** Cache lifetime of a rendered page, in milliseconds. A published change is visible within two seconds. */
const cacheMs = 1_000;
const cacheMax = 200;
const fileSeconds = 3_600;
const foundMost = 60;

/** Hash of the secret in a preview link; only the hash is stored. */
export const hashOfSign = (sign: string): string => createHash('sha256').update(sign).digest('hex');

function designIn(text: string): Design {
  const { design, problems } = readDesign(text);
  if (design === null) throw new Error(`a kept design does not read: ${problems[0]?.message}`);
  return design;
}

export function createPublicPages({
  kit: { db, clock },
  tenant,
  file,
  sources,
}: {
  kit: Pick<ModuleKit, 'db' | 'clock'>;
  tenant: Pick<TenantModule, 'isOpen' | 'outside'>;
  file: Pick<FileModule, 'openOf'>;
  sources: Sources;
}) {
  const pageCache = new LRUCache<string, SentPage>({ max: cacheMax, ttl: cacheMs });
  const scopeOf = (httpScope: Scope, tenantId: string) => systemScope('mall page', tenantId, httpScope);
  const read = <T>(httpScope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>) =>
    db.read(scopeOf(httpScope, tenantId), work);
  const unitName = async (httpScope: Scope, tenantId: string) =>
    (await tenant.outside(httpScope, { id: tenantId })).name;

  async function findDesign(tx: Tx, { id, shopId, sign }: PageRequest) {
    const now = clock.now();
    if (id !== undefined && sign !== undefined) {
      const head = await pageHead(tx, id);
      const draft = head && (await isPreviewed(tx, id, hashOfSign(sign), now)) ? await draftOf(tx, id) : undefined;
      return head && draft ? { pageId: id, shopId: head.shopId, text: draft.design } : null;
    }
    const whose = shopId ?? ofUnit;
    const [live] = await livePages(tx, id === undefined ? { homeOf: whose } : { ids: [id] }, now);
    if (live) return { pageId: live.id, shopId: live.shopId, text: live.design };
    if (id !== undefined) return null;
    // A shop or unit without a published home page shows the default home page.
    const [shopHome, mallHome] = ownTemplates;
    const plain = whose === ofUnit ? mallHome : shopHome;
    return plain ? { pageId: null, shopId: whose, text: plain.design } : null;
  }

  async function renderPage(httpScope: Scope, input: PageRequest): Promise<SentPage> {
    const { tenantId, sign } = input;
    if (tenantId === '0' || !(await tenant.isOpen(tenantId))) return missingPage();
    const unit = await unitName(httpScope, tenantId);
    return read(httpScope, tenantId, async (tx) => {
      const source = await findDesign(tx, input);
      // An address with both a page and a shop is valid only when the page belongs to the shop.
      if (!source || (input.shopId !== undefined && source.shopId !== input.shopId)) return missingPage();
      const design = designIn(source.text);
      const data = await gather(tx, sources, { design, shopId: source.shopId, unit, now: clock.now() });
      // The page of a closed shop is not shown.
      if (source.shopId !== ofUnit && data.shop === null) return missingPage();
      const shopId = source.shopId === ofUnit ? null : source.shopId;
      return pageOf({ tenantId, shopId, pageId: source.pageId, sign }, design, data);
    });
  }

  return {
    forget: (): void => pageCache.clear(),
    async show(httpScope: Scope, input: PageRequest): Promise<SentPage> {
      if (input.sign !== undefined) return renderPage(httpScope, input);
      const key = JSON.stringify([input.tenantId, input.id, input.shopId]);
      const cachedPage = pageCache.get(key);
      if (cachedPage) return cachedPage;
      const page = await renderPage(httpScope, input);
      pageCache.set(key, page);
      return page;
    },
    async found(
      httpScope: Scope,
      {
        tenantId,
        shopId,
        q = '',
        category = '',
      }: Pick<PageRequest, 'tenantId' | 'shopId'> & { q?: string | undefined; category?: string | undefined },
    ): Promise<SentPage> {
      if (tenantId === '0' || !(await tenant.isOpen(tenantId))) return missingPage();
      const unit = await unitName(httpScope, tenantId);
      return read(httpScope, tenantId, async (tx) => {
        const [shop] = shopId === undefined ? [] : await sources.shops(tx, { ids: [shopId], limit: 1 });
        if (shopId !== undefined && !shop) return missingPage();
        const goods = await sources.goods(tx, {
          shopId,
          keyword: q === '' ? undefined : q,
          category: category === '' ? undefined : category,
          limit: foundMost,
        });
        return foundPage(
          { tenantId, shopId: shopId ?? null, pageId: null },
          {
            q,
            heading: q === '' ? '商品' : `“${q}”的商品`,
            goods: goods.map(cardOf(tenantId)),
            shop: shop ? shopCardOf(shop) : null,
            unit,
          },
        );
      });
    },
    async file(
      httpScope: Scope,
      { tenantId, id, file: fileId, sign }: Pick<PageRequest, 'tenantId' | 'sign'> & { id: string; file: string },
    ) {
      const missing = () => new AppError('notFound', '没有找到这个文件');
      if (!(await tenant.isOpen(tenantId))) throw missing();
      const kind = await read(httpScope, tenantId, async (tx) => {
        const [own] = (await filesOfPage(tx, { page: id })).filter((one) => one.id === fileId);
        if (!own) return null;
        if (sign !== undefined) return (await isPreviewed(tx, id, hashOfSign(sign), clock.now())) ? own.purpose : null;
        const [live] = await livePages(tx, { ids: [id] }, clock.now());
        const { pictures, videos } = live ? listFileIds(designIn(live.design)) : { pictures: [], videos: [] };
        return pictures.includes(fileId) || videos.includes(fileId) ? own.purpose : null;
      });
      if (kind === null) throw missing();
      const opened = await file.openOf(scopeOf(httpScope, tenantId), fileId, kind);
      return sign === undefined ? { ...opened, cacheSeconds: fileSeconds } : opened;
    },
  };
}
