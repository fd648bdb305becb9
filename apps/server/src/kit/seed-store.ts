// What modules make their rows of the demonstration from.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import type { SeedContext, SeededEnterprise } from './module.ts';
import { insertAll } from '#platform/db/bulk.ts';
import type { Tx } from '#platform/db/index.ts';
import { newKey, type Files } from '#platform/files/index.ts';

/** So many enterprises of a tenant get rows of the modules' own. */
const seededEnterprises = 500;
const photo = { purpose: 'photo', type: 'image/png' } as const;
const clip = { purpose: 'video', type: 'video/webm' } as const;
/** What is drawn for the demonstration, by the name that seeds ask for it by. */
const samples = {
  before: { ...photo, path: 'demo-before.png', name: '整改前.png' },
  after: { ...photo, path: 'demo-after.png', name: '整改后.png' },
  plan: { ...photo, path: 'demo-plan.png', name: '平面图.png' },
  goods: { ...photo, path: 'demo-goods.png', name: '商品图.png' },
  paper: { purpose: 'evidence', type: 'image/png', path: 'clip-card.png', name: '资料.png' },
  sign: { purpose: 'evidence', type: 'image/png', path: 'demo-sign.png', name: '签名.png' },
  brake: { ...clip, path: 'clip-brake.webm', name: '发车前制动检查.webm' },
  rest: { ...clip, path: 'clip-rest.webm', name: '疲劳驾驶与停车休息.webm' },
  fire: { ...clip, path: 'clip-fire.webm', name: '车载灭火器的使用.webm' },
  card: { purpose: 'document', type: 'image/png', path: 'clip-card.png', name: '班前安全须知.png' },
} as const;

async function storePhotos(tenantId: string, files: Files, now: Date) {
  const stored = new Map<string, { key: string; size_bytes: number }>();
  for (const [name, sample] of Object.entries(samples)) {
    const key = newKey(tenantId, sample.type === 'video/webm' ? 'webm' : 'png', now);
    const path = new URL(`../../data/${sample.path}`, import.meta.url);
    const { sizeBytes } = await files.put(key, createReadStream(path), { maxBytes: 1024 * 1024 });
    stored.set(name, { key, size_bytes: sizeBytes });
  }
  return stored;
}

/** The context of a tenant, and what stores the photos that were asked of it. */
export async function seedContext(
  tx: Tx,
  {
    files,
    clock = systemClock,
    ...given
  }: Pick<SeedContext, 'vault' | 'seed' | 'accounts' | 'own' | 'updateStatistics'> & { files?: Files; clock?: Clock },
): Promise<{ context: SeedContext; keepPhotos: () => Promise<void> }> {
  const { tenantId } = tx.scope;
  const { vault, seed, accounts, own, updateStatistics } = given;
  const now = clock.now();
  const stored = files && (await storePhotos(tenantId, files, now));
  const { rows: enterprises } = await sql<SeededEnterprise>`select id, name, status,
      supervision_kind as "supervisionKind", industry_code as "industryCode", region_code as "regionCode",
      coalesce(headcount, 10) as headcount, officer_id as "officerId", joined_at as "joinedAt"
    from enterprise where tenant_id = ${tenantId} order by id limit ${seededEnterprises}`.execute(tx.kysely);
  const owner_id = accounts.get(`regulator${tenantId}`);
  const rows: Record<string, unknown>[] = [];
  const context: SeedContext = {
    vault,
    seed,
    accounts,
    own,
    updateStatistics,
    now,
    enterprises,
    photos(enterprise_id, of) {
      const drawn = stored?.get(of);
      if (!drawn) return [];
      const { purpose, type, name } = samples[of];
      const id = newId();
      // One drawing stands for many photos; each is told apart, as true ones are.
      const sha256 = createHash('sha256').update(id).digest('hex');
      const kind = { purpose, name, type, sha256 };
      rows.push({ tenant_id: tenantId, id, enterprise_id, owner_id, ...kind, ...drawn });
      return [{ id, name }];
    },
  };
  return { context, keepPhotos: () => insertAll(tx, 'file', rows) };
}
