// Supplies data for the demo rows of modules.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import type { SeedContext, SeededEnterprise } from './module.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { keyOf, newKey, type Files } from '#platform/files/index.ts';
import { commentedPng } from '#platform/pictures/png.ts';

const seededEnterprises = 500;
const photo = { purpose: 'photo', type: 'image/png' } as const;
const clip = { purpose: 'video', type: 'video/webm' } as const;
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

const writers = 4;

interface StoredBytes {
  key: string;
  size_bytes: number;
  sha256: string;
}

async function* streamOf(bytes: Buffer) {
  yield bytes;
}

async function store(files: Files, key: string, bytes: Buffer): Promise<StoredBytes> {
  const { sizeBytes, sha256 } = await files.put(key, streamOf(bytes), { maxBytes: bytes.length });
  return { key, size_bytes: sizeBytes, sha256 };
}

async function readSamples(tenantId: string, files: Files, now: Date) {
  const templates = new Map<string, Buffer>();
  const shared = new Map<string, StoredBytes>();
  for (const [name, { purpose, type, path }] of Object.entries(samples)) {
    const bytes = await readFile(new URL(`../../data/${path}`, import.meta.url));
    if (purpose === 'photo') templates.set(name, bytes);
    else shared.set(name, await store(files, newKey(tenantId, type === 'video/webm' ? 'webm' : 'png', now), bytes));
  }
  return { templates, shared };
}

/**
 * Stores seed files, a few in parallel with the database; `rows` waits for the last. Every photo has unique bytes,
 * because equal files are suspected as copies.
 */
async function createFileWriter(tenantId: string, ownerId: string | undefined, files: Files, now: Date) {
  const { templates, shared } = await readSamples(tenantId, files, now);
  const rows: Record<string, unknown>[] = [];
  const lanes = Array.from({ length: writers }, () => Promise.resolve());
  let count = 0;
  async function write(id: string, enterpriseId: string, of: keyof typeof samples) {
    const { purpose, name, type } = samples[of];
    const template = templates.get(of);
    const bytes = template
      ? await store(files, keyOf(tenantId, id, 'png', now), commentedPng(template, id))
      : shared.get(of);
    rows.push({
      tenant_id: tenantId,
      id,
      enterprise_id: enterpriseId,
      owner_id: ownerId,
      purpose,
      name,
      type,
      ...bytes,
    });
  }
  return {
    add(...file: Parameters<typeof write>) {
      const lane = count % writers;
      count += 1;
      const next = (lanes[lane] ?? Promise.resolve()).then(() => write(...file));
      // Ignores the failure here. It is thrown when the rows are requested.
      next.catch(() => {});
      lanes[lane] = next;
    },
    async rows() {
      await Promise.all(lanes);
      return rows;
    },
  };
}

export async function seedContext(
  tx: Tx,
  {
    files,
    clock = systemClock,
    ...contextParts
  }: Pick<SeedContext, 'vault' | 'seed' | 'accounts' | 'own' | 'isBulk' | 'updateStatistics'> & {
    files?: Files;
    clock?: Clock;
  },
): Promise<{ context: SeedContext; keepPhotos: () => Promise<void> }> {
  const { tenantId } = tx.scope;
  const { vault, seed, accounts, own, isBulk, updateStatistics } = contextParts;
  const now = clock.now();
  const writer = files && (await createFileWriter(tenantId, accounts.get(`regulator${tenantId}`), files, now));
  const { rows: enterprises } = await sql<SeededEnterprise>`select id, name, status,
      supervision_kind as "supervisionKind", industry_code as "industryCode", region_code as "regionCode",
      coalesce(headcount, 10) as headcount, officer_id as "officerId", joined_at as "joinedAt"
    from enterprise where tenant_id = ${tenantId} order by id limit ${seededEnterprises}`.execute(tx.kysely);
  const context: SeedContext = {
    vault,
    seed,
    accounts,
    own,
    isBulk,
    updateStatistics,
    now,
    enterprises,
    photos(enterpriseId, of) {
      if (!writer) return [];
      const id = newId();
      writer.add(id, enterpriseId, of);
      return [{ id, name: samples[of].name }];
    },
  };
  return { context, keepPhotos: async () => insertAll(tx, 'file', (await writer?.rows()) ?? []) };
}
