// Links for outsiders who rectify a danger. A link shows one danger for some days and can be revoked. The outsider
// sends photos and notes. The secret is shown once; only its hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import type { RepairView } from '@anlan/contract/modules/danger/views';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { FileModule, Incoming } from '../file/index.ts';
import type { DangerContext } from './danger-context.ts';
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
} from './repair-link-store.ts';
import { factsOf, isUnfixed, mayMove, type DangerRow } from './rules.ts';

const dayMs = 86_400_000;
const most = { photos: 30, entries: 20, links: 10 };
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
// Every fault of a link has the same answer, so that guessing reveals nothing.
const invalidLink = () => new AppError('notFound', '链接无效或已过期，请联系发给您链接的企业');

export interface LinkDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'refreshTodos'>;
  files: Pick<FileModule, 'receive' | 'attachFrom' | 'discard'>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  find: (tx: Tx, id: string) => Promise<DangerRow | undefined>;
  reads: (tx: Tx, rows: readonly DangerRow[]) => Promise<DangerContext>;
}
interface Key {
  tenantId: string;
  token: string;
}

export function createLinks({ kit: { db, clock, audit }, files, enterprises, find, reads }: LinkDeps) {
  const within = ({ tenantId }: Key, httpScope: Scope) => systemScope('repair link', tenantId, httpScope);

  async function linkFor(tx: Tx, { token }: Key, hold = false): Promise<StoredLink> {
    const link = await linkBy(tx, hashOf(token), clock.now(), hold);
    if (!link) throw invalidLink();
    return link;
  }
  async function requireManager(tx: Tx, row: DangerRow): Promise<void> {
    const facts = factsOf(row);
    const { actor, around } = await reads(tx, [row]);
    if (!mayMove('progress', facts, actor, around(facts))) throw new AppError('denied', '您不能管理这条隐患的维修链接');
  }
  /** Throws unless the caller may report progress of the danger. */
  async function requireReportable(tx: Tx, id: string): Promise<DangerRow> {
    const row = await find(tx, id);
    if (!row) throw new AppError('notFound');
    if (!isUnfixed(factsOf(row))) throw new AppError('invalid', '这条隐患不需要整改，不能生成维修链接');
    await requireManager(tx, row);
    return row;
  }

  return {
    links: (scope: Scope, { id }: { id: string }) =>
      db.read(scope, async (tx) => {
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
      }),
    makeLink: (scope: Scope, { id, name, days }: { id: string; name: string; days: number }) =>
      db.scoped(scope, async (tx) => {
        const row = await requireReportable(tx, id);
        const now = clock.now();
        const live = (await linksOf(tx, id)).filter((link) => link.revoked_at === null && link.expires_at > now);
        if (live.length >= most.links)
          throw new AppError('invalid', `一条隐患最多同时有 ${most.links} 个有效链接，请先撤销不用的`);
        const token = randomBytes(32).toString('base64url');
        const expiresAt = new Date(now.getTime() + days * dayMs);
        const enterpriseId = row.enterpriseId;
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
        await requireManager(tx, row);
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
        if (!row || !card) throw invalidLink();
        await markUsed(tx, link.id, clock.now());
        const entries = await entriesOf(tx, { dangerId: link.danger_id, linkId: link.id });
        return {
          no: row.no,
          title: row.title,
          place: row.place,
          description: typeof row.description === 'string' ? row.description : null,
          deadlineOn: row.deadlineOn,
          enterpriseName: card.name,
          name: link.name,
          expiresAt: link.expires_at,
          entries: entries.map(({ note, photos, created_at: at }) => ({ note, photos: photos.length, at })),
        };
      }),
    async repairPhoto(httpScope: Scope, { file, ...key }: Key & { file: Incoming }) {
      const scope = within(key, httpScope);
      const link = await db.scoped(scope, async (tx) => {
        const activeLink = await linkFor(tx, key);
        if ((await countPhotos(tx, activeLink.id)) >= most.photos)
          throw new AppError('invalid', `一个链接最多上传 ${most.photos} 张照片`);
        return activeLink;
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
