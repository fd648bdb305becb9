/** pageDesign: pages of the mall (页面): drafts, published versions and previews. Designs are data, never markup. */
import { randomBytes } from 'node:crypto';
import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { checkDesign } from '@anlan/contract/modules/page-design/publish-check';
import {
  emptyDesign,
  listFileIds,
  readDesign,
  writeDesign,
  type Design,
} from '@anlan/contract/modules/page-design/design';
import { walkParts, type Part } from '@anlan/contract/modules/page-design/parts';
import { pageDesign, type PageDesign } from '@anlan/contract/modules/page-design/resource';
import { ownTemplates } from '@anlan/contract/modules/page-design/templates';
import type { PageDraft, PageEdition, PageTemplate } from '@anlan/contract/modules/page-design/views';
import type { InputOf } from '@anlan/contract/http/call-table';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import { cleanRichText } from '#platform/richtext/index.ts';
import { courseModule } from '../course/index.ts';
import { fileModule } from '../file/index.ts';
import { goodsModule } from '../goods/index.ts';
import { publicAnnouncements } from '../notice/index.ts';
import { shopModule } from '../shop/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { gather, type Sources } from './load-page-data.ts';
import * as store from './page-store.ts';
import { seedPages } from './seed.ts';
import { createPublicPages, hashOfSign } from './public-pages.ts';

type Calls = typeof pageDesignCalls;
const { ofUnit } = store;
/** Lifetime of a preview link, in milliseconds. */
const previewMs = 2 * 3_600_000;
/** Milliseconds without a message after which an editor is no longer shown as present. */
const viewerTimeoutMs = 25_000;
const yearMs = 366 * 86_400_000;
/** Milliseconds. All saves of one person within this time make one audit entry. */
const editingSessionMs = 30 * 60_000;

/** Sanitizes the formatted text of a design (S40). */
function sanitizeDesign({ page, parts }: Design): Design {
  const clean = (part: Part): Part =>
    ({
      ...part,
      ...(part.type === 'richText' ? { props: { html: cleanRichText(part.props.html) } } : {}),
      slots: part.slots.map((slot) => slot.map(clean)),
    }) as Part;
  return { page, parts: parts.map(clean) };
}

function read(text: string): Design {
  const { design, problems } = readDesign(text);
  if (design !== null) return design;
  const [first, ...more] = problems.map(({ message }) => ({ field: 'design', msg: message }));
  throw invalid(first ?? { field: 'design', msg: '页面设计不完整' }, ...more);
}

export const pageDesignModule = defineModule('pageDesign', {
  needs: { shop: shopModule, goods: goodsModule, course: courseModule, file: fileModule, tenant: tenantModule },
  open({ kit, shop, goods, course, file, tenant }) {
    const { db, clock, audit } = kit;
    const sources: Sources = {
      goods: goods.shown,
      shops: shop.shown,
      announcements: publicAnnouncements,
      courses: async (tx, limit) =>
        (await course.rowsWhere(tx, { enterpriseId: ofUnit, status: 'enabled' }, { order: 'title', limit })).map(
          (row) => ({
            title: String(row.title),
            lessons: Number(row.lessonCount),
            seconds: Number(row.seconds),
          }),
        ),
    };
    const shown = createPublicPages({ kit, tenant, file, sources });
    const pages = openResource(pageDesign, kit, {
      beforeCreate(tx, { shopId }) {
        const { userType, enterpriseId } = tx.scope;
        if (userType === 'shop' && enterpriseId === null) throw new AppError('invalid', '还没有开通店铺，不能设计页面');
        return { shopId: shopId ?? enterpriseId ?? ofUnit };
      },
      async compute(tx, rows) {
        const standing = await store.shownOf(
          tx,
          rows.map(({ id }) => id),
          clock.now(),
        );
        return new Map(
          rows.map((row): [string, Partial<PageDesign>] => {
            const { edition = null, shownSince = null, dueAt = null } = standing.get(row.id) ?? {};
            const whose = row.shopId === ofUnit ? { shopId: null } : {};
            return [row.id, { ...whose, edition: edition ?? 0, shownSince, dueAt }];
          }),
        );
      },
      async saved(tx, ids) {
        for (const id of ids) {
          const head = await store.pageHead(tx, id);
          if (head && !(await store.draftOf(tx, id)))
            await store.saveDraft(
              tx,
              head,
              writeDesign({ ...emptyDesign, page: { ...emptyDesign.page, title: head.name.slice(0, 30) } }),
              clock.now(),
            );
        }
        await store.keepOneHome(tx, ids, clock.now());
        afterCommit(tx, shown.forget);
      },
    });
    async function demand(tx: Tx, id: string, hold = false): Promise<store.PageHead> {
      const head = await store.pageHead(tx, id, hold);
      if (!head) throw new AppError('notFound', '没有这个页面，可能已被删除');
      return head;
    }
    async function demandDraft(tx: Tx, id: string): Promise<PageDraft> {
      const draft = await store.draftOf(tx, id);
      if (!draft) throw new AppError('notFound');
      return draft;
    }
    async function demandVersion(tx: Tx, id: string, version: number): Promise<PageDraft> {
      const current = await demandDraft(tx, id);
      if (current.version !== version)
        throw new AppError('conflict', `页面已被${current.savedBy ?? '他人'}修改，请核对后再保存`, { current });
      return current;
    }
    const record = (tx: Tx, verb: string, { id, name }: store.PageHead, note: string = name) =>
      audit.record(tx, { call: `pageDesign.${verb}`, objectType: 'pageDesign', objectId: id, note });

    /** Stores the files that a design starts to use. Files of another visible page are already stored. */
    async function keepFiles(tx: Tx, head: store.PageHead, design: Design): Promise<void> {
      const { pictures, videos } = listFileIds(design);
      const own = new Set((await store.filesOfPage(tx, { page: head.id })).map(({ id }) => id));
      const wanted = [
        ...pictures.map((id) => ({ id, purpose: 'photo' as const })),
        ...videos.map((id) => ({ id, purpose: 'video' as const })),
      ].filter(({ id }) => !own.has(id));
      if (wanted.length === 0) return;
      const elsewhere = await store.filesOfPage(tx, { ids: wanted.map(({ id }) => id) });
      for (const { id, purpose } of wanted) {
        const existingFile = elsewhere.find((one) => one.id === id && one.purpose === purpose);
        if (!existingFile) {
          const range = head.shopId === ofUnit ? undefined : head.shopId;
          if (!(await file.attach(tx, `/upms/file/${id}`, purpose, range)))
            throw invalid({ field: 'design', msg: '有图片或视频已失效，请重新上传后再保存' });
        }
        const sizeBytes = existingFile?.sizeBytes ?? (await file.sizeOf(tx, id)) ?? 0;
        await store.addPageFile(tx, head, { id, purpose, sizeBytes });
      }
    }

    const unitOf = async (scope: Scope) => (await tenant.outside(scope, { id: scope.tenantId })).name;
    const dataOf = (scope: Scope, head: Pick<store.PageHead, 'shopId'>, design: Design, unit: string) =>
      db.read(systemScope('mall page', scope.tenantId, scope), (tx) =>
        gather(tx, sources, { design, shopId: head.shopId, unit, now: clock.now() }),
      );
    const editionTold = (row: store.EditionRow, live: number | null): PageEdition => ({
      ...row,
      state: row.edition === live ? 'live' : row.goesAt > clock.now() ? 'waiting' : 'past',
    });
    async function put(tx: Tx, head: store.PageHead, text: string, goesAt: Date, note: string | null) {
      const now = clock.now();
      await store.removeScheduled(tx, head.id, now);
      const parts = [...walkParts(read(text).parts)].length;
      const row = await store.addEdition(tx, head, { design: text, parts, note, goesAt, at: now });
      await store.touchPage(tx, head.id, now);
      afterCommit(tx, shown.forget);
      return editionTold(row, goesAt <= now ? row.edition : null);
    }

    return {
      ...pages,
      show: shown.show,
      found: shown.found,
      file: shown.file,
      draft: (scope: Scope, { id }: InputOf<Calls['draft']>): Promise<PageDraft> =>
        db.read(scope, async (tx) => {
          await demand(tx, id);
          return demandDraft(tx, id);
        }),
      async saveDraft(scope: Scope, { id, version, design: text }: InputOf<Calls['saveDraft']>): Promise<PageDraft> {
        const design = sanitizeDesign(read(text));
        return db.scoped(scope, async (tx) => {
          const head = await demand(tx, id, true);
          const before = await demandVersion(tx, id, version);
          await keepFiles(tx, head, design);
          const savedDraft = await store.saveDraft(tx, head, writeDesign(design), clock.now());
          // Drafts are saved automatically, so all saves of a person's editing session make one audit entry.
          const isSitting =
            before.version > 1 &&
            before.savedBy === savedDraft.savedBy &&
            savedDraft.savedAt.getTime() - before.savedAt.getTime() < editingSessionMs;
          if (!isSitting) await record(tx, 'saveDraft', head);
          return savedDraft;
        });
      },
      async data(scope: Scope, { id, design: text }: InputOf<Calls['data']>) {
        const design = read(text);
        const head = await db.read(scope, (tx) => demand(tx, id));
        return dataOf(scope, head, design, await unitOf(scope));
      },
      async publish(scope: Scope, { id, version, goesAt, note }: InputOf<Calls['publish']>): Promise<PageEdition> {
        const now = clock.now();
        const from = goesAt ?? now;
        if (from.getTime() > now.getTime() + yearMs) throw invalid({ field: 'goesAt', msg: '发布时间最多在一年以内' });
        const { head, draft } = await db.read(scope, async (tx) => ({
          head: await demand(tx, id),
          draft: await demandVersion(tx, id, version),
        }));
        const design = read(draft.design);
        const data = await dataOf(scope, head, design, await unitOf(scope));
        const must = checkDesign(design, data).findings.filter((one) => one.must);
        const [first, ...more] = must.map(({ text, why }) => ({ field: 'design', msg: `${text}：${why}` }));
        if (first) throw invalid(first, ...more);
        return db.scoped(scope, async (tx) => {
          const held = await demand(tx, id, true);
          await demandVersion(tx, id, version);
          const edition = await put(tx, held, draft.design, from < now ? now : from, note || null);
          await store.keepOneHome(tx, [id], now);
          await record(tx, 'publish', held, `${held.name}，第 ${edition.edition} 版`);
          return edition;
        });
      },
      unschedule: (scope: Scope, { id }: InputOf<Calls['unschedule']>): Promise<null> =>
        db.scoped(scope, async (tx) => {
          const head = await demand(tx, id, true);
          if ((await store.removeScheduled(tx, id, clock.now())) === 0)
            throw new AppError('invalid', '没有等待发布的版本');
          await record(tx, 'unschedule', head);
          return null;
        }),
      editions: (scope: Scope, { id }: InputOf<Calls['editions']>): Promise<PageEdition[]> =>
        db.read(scope, async (tx) => {
          await demand(tx, id);
          const standing = await store.shownOf(tx, [id], clock.now());
          const live = standing.get(id)?.edition ?? null;
          return (await store.editionsOf(tx, id)).map((row) => editionTold(row, live));
        }),
      rollBack: (scope: Scope, { id, edition }: InputOf<Calls['rollBack']>): Promise<PageEdition> =>
        db.scoped(scope, async (tx) => {
          const head = await demand(tx, id, true);
          const text = await store.designOf(tx, id, edition);
          if (text === undefined) throw new AppError('notFound', '没有这个版本');
          await store.saveDraft(tx, head, text, clock.now());
          const made = await put(tx, head, text, clock.now(), `恢复第 ${edition} 版`);
          await record(tx, 'rollBack', head, `${head.name}，恢复第 ${edition} 版`);
          return made;
        }),
      /** Templates, each with the rows that it would show on a page of this shop or of the unit. */
      async templates(scope: Scope, input: InputOf<Calls['templates']>): Promise<PageTemplate[]> {
        const platform = systemScope('page templates', '0', scope);
        const made = await db.read(platform, (tx) => store.livePages(tx, { all: ofUnit }, clock.now()));
        const all = [
          ...ownTemplates,
          ...made.map(({ id, name, design }) => ({ key: id, name, note: '平台模板', design: withoutFiles(design) })),
        ];
        const shopId = (scope.userType === 'shop' ? scope.enterpriseId : input.shopId) ?? ofUnit;
        const design: Design = {
          ...emptyDesign,
          parts: all.flatMap(({ key, design: text }) =>
            [...walkParts(readDesign(text).design?.parts ?? [])].map((part) => ({
              ...part,
              id: `${key} ${part.id}`,
              slots: [],
            })),
          ),
        };
        const data = await dataOf(scope, { shopId }, design, await unitOf(scope));
        return all.map((template) => ({
          ...template,
          data: {
            ...data,
            parts: data.parts.flatMap(({ part, data: own }) =>
              part.startsWith(`${template.key} `) ? [{ part: part.slice(template.key.length + 1), data: own }] : [],
            ),
          },
        }));
      },
      look: (scope: Scope, { id }: InputOf<Calls['look']>) =>
        db.scoped(scope, async (tx) => {
          const head = await demand(tx, id);
          const now = clock.now();
          const others = await store.recordViewer(tx, head, now, new Date(now.getTime() + viewerTimeoutMs));
          const standing = await store.draftState(tx, id);
          return { version: standing?.version ?? 0, savedBy: standing?.savedBy ?? null, others };
        }),
      preview: (scope: Scope, { id }: InputOf<Calls['preview']>) =>
        db.scoped(scope, async (tx) => {
          const head = await demand(tx, id);
          const sign = randomBytes(16).toString('base64url');
          const endsAt = new Date(clock.now().getTime() + previewMs);
          await store.addPreview(tx, head, hashOfSign(sign), endsAt, clock.now());
          await record(tx, 'preview', head);
          return { sign, endsAt };
        }),
    };
  },
  calls: pageDesignCalls,
  seed: seedPages,
});

/** Removes the pictures of a platform template, because a tenant cannot use picture files of the platform. */
function withoutFiles(text: string): string {
  const drop = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drop);
    if (typeof value !== 'object' || value === null) return value;
    if ('file' in value) return null;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, drop(inner)]));
  };
  return JSON.stringify(drop(JSON.parse(text)));
}
