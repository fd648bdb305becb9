// Links for somebody from outside who puts a danger right (domain.md §8.12): one danger alone, for some days, revocable;
// they see what is to be done, send photos and write a note. The secret is shown once, its hash is kept.
import { createHash, randomBytes } from 'node:crypto';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import type { RepairView } from '@anlan/contract/modules/danger/views';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import type { FileModule, Incoming } from '../file/index.ts';
import type { Known } from './known.ts';
import {
  countPhotos,
  endLink,
  entriesOf,
  holdLink,
  insertEntry,
  insertLink,
  linkBy,
  linksOf,
  markUsed,
  photosOf,
  type StoredLink,
} from './link-store.ts';
import { factsOf, isUnfixed, mayMove } from './rules.ts';

const dayMs = 86_400_000;
/** What one link may send in all. */
const most = { photos: 30, entries: 20, links: 10 };
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
// One answer whatever is wrong, so that guessing tells nothing.
const isOver = () => new AppError('notFound', '链接无效或已过期，请联系发给您链接的企业');

/** What links depend on. */
export interface LinkDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'touched'>;
  files: Pick<FileModule, 'receive' | 'attachFrom' | 'discard'>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  find: (tx: Tx, id: string) => Promise<StoredRow | undefined>;
  reads: (tx: Tx, rows: readonly StoredRow[]) => Promise<Known>;
}
interface Key {
  tenantId: string;
  token: string;
}

/** Opens the links of dangers. */
export function createLinks({ kit: { db, clock, audit }, files, enterprises, find, reads }: LinkDeps) {
  const within = ({ tenantId }: Key, httpScope: Scope) => systemScope('repair link', tenantId, httpScope);

  async function linkFor(tx: Tx, { token }: Key, hold = false): Promise<StoredLink> {
    const link = await linkBy(tx, hashOf(token), clock.now(), hold);
    if (!link) throw isOver();
    return link;
  }
  /** The danger of a link's maker: who reports its progress may hand it on. */
  async function demand(tx: Tx, id: string): Promise<StoredRow> {
    const row = await find(tx, id);
    if (!row) throw new AppError('notFound');
    const facts = factsOf(row);
    const { actor, around } = await reads(tx, [row]);
    if (!isUnfixed(facts)) throw new AppError('invalid', '这条隐患不需要整改，不能生成维修链接');
    if (!mayMove('progress', facts, actor, around(facts))) throw new AppError('denied', '您不能管理这条隐患的维修链接');
    return row;
  }

  return {
    links: (scope: Scope, { id }: { id: string }) =>
      db.scoped(
        scope,
        async (tx) => {
          if (!(await find(tx, id))) throw new AppError('notFound');
          const links = await linksOf(tx, id);
          const names = new Map(links.map((link) => [link.id, link.name]));
          const entries = await entriesOf(tx, { dangerId: id });
          return {
            links: links.map((link) => ({
              id: link.id,
              name: link.name,
              expiresAt: link.expires_at,
              revokedAt: link.revoked_at,
              usedAt: link.used_at,
              createdAt: link.created_at,
            })),
            entries: entries.map((entry) => ({
              id: entry.id,
              name: names.get(entry.link_id) ?? '',
              note: entry.note,
              photos: entry.photos,
              at: entry.created_at,
            })),
          };
        },
        { readOnly: true },
      ),
    makeLink: (scope: Scope, { id, name, days }: { id: string; name: string; days: number }) =>
      db.scoped(scope, async (tx) => {
        const row = await demand(tx, id);
        const now = clock.now();
        const live = (await linksOf(tx, id)).filter((link) => link.revoked_at === null && link.expires_at > now);
        if (live.length >= most.links)
          throw new AppError('invalid', `一条隐患最多同时有 ${most.links} 个有效链接，请先撤销不用的`);
        const token = randomBytes(32).toString('base64url');
        const expiresAt = new Date(now.getTime() + days * dayMs);
        const enterpriseId = String(row.enterpriseId);
        const linkId = newId();
        await insertLink(tx, {
          id: linkId,
          enterpriseId,
          dangerId: id,
          name,
          tokenHash: hashOf(token),
          expiresAt,
          at: now,
        });
        await audit.record(tx, {
          call: 'danger.makeLink',
          objectType: 'danger',
          objectId: id,
          enterpriseId,
          note: `${name}，${days} 天`,
        });
        return { id: linkId, token, expiresAt };
      }),
    revokeLink: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const link = await holdLink(tx, id);
        const row = link && (await find(tx, link.danger_id));
        if (!link || !row) throw new AppError('notFound');
        const facts = factsOf(row);
        const { actor, around } = await reads(tx, [row]);
        if (!mayMove('progress', facts, actor, around(facts)))
          throw new AppError('denied', '您不能管理这条隐患的维修链接');
        if (link.revoked_at === null) await endLink(tx, id, clock.now());
        await audit.record(tx, {
          call: 'danger.revokeLink',
          objectType: 'danger',
          objectId: link.danger_id,
          enterpriseId: link.enterprise_id,
          note: link.name,
        });
        return null;
      }),

    repairOpen: (httpScope: Scope, key: Key): Promise<RepairView> =>
      db.scoped(within(key, httpScope), async (tx) => {
        const link = await linkFor(tx, key);
        const row = await find(tx, link.danger_id);
        const card = (await enterprises.cards(tx, [link.enterprise_id])).get(link.enterprise_id);
        if (!row || !card) throw isOver();
        await markUsed(tx, link.id, clock.now());
        const entries = await entriesOf(tx, { dangerId: link.danger_id, linkId: link.id });
        return {
          no: String(row.no),
          title: String(row.title),
          place: String(row.place),
          description: typeof row.description === 'string' ? row.description : null,
          deadlineOn: String(row.deadlineOn),
          enterpriseName: card.name,
          name: link.name,
          expiresAt: link.expires_at,
          entries: entries.map(({ note, photos, created_at: at }) => ({ note, photos: photos.length, at })),
        };
      }),
    async repairPhoto(httpScope: Scope, { file, ...key }: Key & { file: Incoming }) {
      const scope = within(key, httpScope);
      const link = await db.scoped(scope, async (tx) => {
        const found = await linkFor(tx, key);
        if ((await countPhotos(tx, found.id)) >= most.photos)
          throw new AppError('invalid', `一个链接最多上传 ${most.photos} 张照片`);
        return found;
      });
      const rule = { ...uploadPurposes.photo, purpose: 'photo', seconds: limits.upload.waitingSeconds };
      return files.receive(scope, file, rule, async (_tx, { id, name }) => ({ id, name }), link.id);
    },
    repairNote: (httpScope: Scope, { note, photos, ...key }: Key & { note: string; photos: string[] }): Promise<null> =>
      db.scoped(within(key, httpScope), async (tx) => {
        const link = await linkFor(tx, key, true);
        const before = await entriesOf(tx, { dangerId: link.danger_id, linkId: link.id });
        if (before.length >= most.entries) throw new AppError('invalid', `一个链接最多填写 ${most.entries} 次`);
        const named = await photosOf(tx, link.id, photos);
        if (named.length !== new Set(photos).size) throw new AppError('invalid', '照片已失效，请重新上传');
        for (const { id } of named)
          if (
            !(await files.attachFrom(tx, `/upms/file/${id}`, 'photo', {
              enterpriseId: link.enterprise_id,
              ownerId: link.id,
            }))
          )
            throw new AppError('invalid', '照片已失效，请重新上传');
        await insertEntry(tx, link, { id: newId(), note, photos: named, at: clock.now() });
        await audit.record(tx, {
          call: 'danger.repairNote',
          objectType: 'danger',
          objectId: link.danger_id,
          enterpriseId: link.enterprise_id,
          note: `${link.name}：${note}`.slice(0, 300),
        });
        return null;
      }),
  };
}
