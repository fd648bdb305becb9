// Supplies data for the demo rows of modules.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import goodsPictures from '../../data/demo-goods.json' with { type: 'json' };
import type { Conduct, SeedContext, SeededEnterprise } from './module.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { keyOf, newKey, type Files } from '#platform/files/index.ts';
import { commentedPng, recolouredPng } from '#platform/pictures/png.ts';
import { drawSvg } from '#platform/pictures/svg.ts';

const seededEnterprises = 500;
const photo = { purpose: 'photo', type: 'image/png' } as const;
const clip = { purpose: 'video', type: 'video/webm' } as const;
const samples = {
  before: { ...photo, path: 'demo-before.png', name: '整改前.png' },
  after: { ...photo, path: 'demo-after.png', name: '整改后.png' },
  plan: { ...photo, path: 'demo-plan.png', name: '平面图.png' },
  goods: { ...photo, path: null, name: '商品图.png' },
  paper: { purpose: 'evidence', type: 'image/png', path: 'clip-card.png', name: '资料.png' },
  sign: { purpose: 'evidence', type: 'image/png', path: 'demo-sign.png', name: '签名.png' },
  brake: { ...clip, path: 'clip-brake.webm', name: '发车前制动检查.webm' },
  rest: { ...clip, path: 'clip-rest.webm', name: '疲劳驾驶与停车休息.webm' },
  fire: { ...clip, path: 'clip-fire.webm', name: '车载灭火器的使用.webm' },
  card: { purpose: 'document', type: 'image/png', path: 'clip-card.png', name: '班前安全须知.png' },
} as const;

const goodsDrawings = new Map(Object.entries(goodsPictures));
const writers = 4;

/** By the colour that the data of a demo enterprise should lead to. */
const conducts: Readonly<Record<string, Conduct>> = {
  blue: { late: 0.02, open: 0, openDays: 0, missed: 0.02, expired: 0 },
  yellow: { late: 0.12, open: 0.5, openDays: 12, missed: 0.12, expired: 0.01 },
  orange: { late: 0.22, open: 0.3, openDays: 150, missed: 0.17, expired: 0.06 },
  red: { late: 0.35, open: 0.5, openDays: 150, missed: 0.35, expired: 0.1 },
};
export const usualConduct: Conduct = { late: 0.12, open: 0.1, openDays: 150, missed: 0.1, expired: 0.03 };

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
    if (path === null) continue;
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
  async function drawn(of: keyof typeof samples, scene: string) {
    const template = templates.get(of);
    if (template) return recolouredPng(template, scene);
    return of === 'goods' ? drawSvg(goodsDrawings.get(scene) ?? '', 60) : undefined;
  }
  async function write(id: string, enterpriseId: string, of: keyof typeof samples, scene = id) {
    const { purpose, name, type } = samples[of];
    const picture = await drawn(of, scene);
    const bytes = picture
      ? await store(files, keyOf(tenantId, id, 'png', now), commentedPng(picture, id))
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
    since = null,
    colors,
    ...contextParts
  }: Pick<SeedContext, 'vault' | 'seed' | 'accounts' | 'home' | 'own' | 'isBulk' | 'updateStatistics'> & {
    files?: Files;
    clock?: Clock;
    since?: string | null;
    /** Colours that the seed drew, in the order of the enterprises. Enterprises that people added follow them. */
    colors?: readonly string[];
  },
): Promise<{ context: SeedContext; keepPhotos: () => Promise<void> }> {
  const { tenantId } = tx.scope;
  const { own } = contextParts;
  const now = clock.now();
  const writer =
    files && (await createFileWriter(tenantId, contextParts.accounts.get(`regulator${tenantId}`), files, now));
  const { rows } = await sql<Omit<SeededEnterprise, 'conduct'> & { color: string }>`select id, name, status,
      supervision_kind as "supervisionKind", industry_code as "industryCode", region_code as "regionCode",
      coalesce(headcount, 10) as headcount, officer_id as "officerId", joined_at as "joinedAt", activated_at as "activatedAt",
      coalesce(car_types, '{}') as "carTypes", color
    from enterprise where tenant_id = ${tenantId} order by id limit ${seededEnterprises}`.execute(tx.kysely);
  const enterprises = rows.slice(0, colors?.length).map(({ color, ...one }, place) => ({
    ...one,
    conduct: own.includes(one.id) ? usualConduct : (conducts[colors?.[place] ?? color] ?? usualConduct),
  }));
  const context: SeedContext = {
    ...contextParts,
    now,
    since,
    enterprises,
    photos(enterpriseId, of, scene) {
      if (!writer) return [];
      const id = newId();
      writer.add(id, enterpriseId, of, scene);
      return [{ id, name: samples[of].name }];
    },
  };
  return { context, keepPhotos: async () => insertAll(tx, 'file', (await writer?.rows()) ?? []) };
}
