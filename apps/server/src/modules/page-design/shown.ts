// Pages for everybody: without a session, with no more than a page shows, kept for a moment so that many may look at once.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readDesign, type Design } from '@anlan/contract/modules/page-design/design';
import { ownTemplates } from '@anlan/contract/modules/page-design/templates';
import { filesOf } from '@anlan/contract/modules/page-design/design';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { FileModule } from '../file/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import { cardOf, gather, shopCardOf, type Sources } from './gather.ts';
import { foundPage, missingPage, pageOf, type SentPage } from './html.ts';
import { draftOf, filesOfPage, isPreviewed, livePages, ofUnit, pageHead } from './page-store.ts';

/** Which page is asked for. */
interface Asked {
  tenantId: string;
  id?: string | undefined;
  shopId?: string | undefined;
  /** Proof of a preview link. */
  sign?: string | undefined;
}
/** A page that was drawn is given out again for so long, so that what is published is seen within two seconds. */
const keptMs = 1_000;
const keptMost = 200;
const fileSeconds = 3_600;
const foundMost = 60;

/** What stands in the address of a preview link, as it is kept. */
export const hashOfSign = (sign: string): string => createHash('sha256').update(sign).digest('hex');

/** A design that is kept; each was read before it was. */
function designIn(text: string): Design {
  const { design, problems } = readDesign(text);
  if (design === null) throw new Error(`a kept design does not read: ${problems[0]?.message}`);
  return design;
}

/** Opens the pages for everybody. */
export function createShown({
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
  const kept = new LRUCache<string, SentPage>({ max: keptMost, ttl: keptMs });
  const scopeOf = (httpScope: Scope, tenantId: string) => systemScope('mall page', tenantId, httpScope);
  const read = <T>(httpScope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>) =>
    db.scoped(scopeOf(httpScope, tenantId), work, { readOnly: true });
  const unitName = async (httpScope: Scope, tenantId: string) =>
    (await tenant.outside(httpScope, { id: tenantId })).name;

  /** The design that an address asks for, with whose it is. */
  async function asked(tx: Tx, { id, shopId, sign }: Asked) {
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
    // A shop or unit that has not published a home page has the plain one.
    const [shopHome, mallHome] = ownTemplates;
    const plain = whose === ofUnit ? mallHome : shopHome;
    return plain ? { pageId: null, shopId: whose, text: plain.design } : null;
  }

  async function drawn(httpScope: Scope, input: Asked): Promise<SentPage> {
    const { tenantId, sign } = input;
    if (tenantId === '0' || !(await tenant.isOpen(tenantId))) return missingPage();
    const unit = await unitName(httpScope, tenantId);
    return read(httpScope, tenantId, async (tx) => {
      const found = await asked(tx, input);
      // An address that names both a page and a shop is one of that shop's.
      if (!found || (input.shopId !== undefined && found.shopId !== input.shopId)) return missingPage();
      const design = designIn(found.text);
      const data = await gather(tx, sources, { design, shopId: found.shopId, unit, now: clock.now() });
      // A shop that is closed shows nothing.
      if (found.shopId !== ofUnit && data.shop === null) return missingPage();
      const shopId = found.shopId === ofUnit ? null : found.shopId;
      return pageOf({ tenantId, shopId, pageId: found.pageId, sign }, design, data);
    });
  }

  return {
    /** Forgets what was drawn: somebody published. */
    forget: (): void => kept.clear(),
    async show(httpScope: Scope, input: Asked): Promise<SentPage> {
      if (input.sign !== undefined) return drawn(httpScope, input);
      const key = JSON.stringify([input.tenantId, input.id, input.shopId]);
      const known = kept.get(key);
      if (known) return known;
      const page = await drawn(httpScope, input);
      kept.set(key, page);
      return page;
    },
    async found(
      httpScope: Scope,
      {
        tenantId,
        shopId,
        q = '',
        category = '',
      }: Pick<Asked, 'tenantId' | 'shopId'> & { q?: string | undefined; category?: string | undefined },
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
      { tenantId, id, file: fileId, sign }: Pick<Asked, 'tenantId' | 'sign'> & { id: string; file: string },
    ) {
      const missing = () => new AppError('notFound', '没有找到这个文件');
      if (!(await tenant.isOpen(tenantId))) throw missing();
      const kind = await read(httpScope, tenantId, async (tx) => {
        const [own] = (await filesOfPage(tx, { page: id })).filter((one) => one.id === fileId);
        if (!own) return null;
        if (sign !== undefined) return (await isPreviewed(tx, id, hashOfSign(sign), clock.now())) ? own.purpose : null;
        const [live] = await livePages(tx, { ids: [id] }, clock.now());
        const { pictures, videos } = live ? filesOf(designIn(live.design)) : { pictures: [], videos: [] };
        return pictures.includes(fileId) || videos.includes(fileId) ? own.purpose : null;
      });
      if (kind === null) throw missing();
      const opened = await file.openOf(scopeOf(httpScope, tenantId), fileId, kind);
      return sign === undefined ? { ...opened, keptSeconds: fileSeconds } : opened;
    },
  };
}
