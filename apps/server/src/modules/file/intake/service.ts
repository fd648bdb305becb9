import { numberText } from '@anlan/contract/domain/number-text';
import { readFile } from 'node:fs/promises';
import { mediaPurposes } from '@anlan/contract/modules/file/file';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { withCommit, type Db, type Tx } from '#platform/db/index.ts';
import {
  FileTooLarge,
  inspect,
  isHevc,
  mediaTypes,
  newKey,
  sniff,
  type FileKind,
  type Files,
  type Staged,
} from '#platform/files/index.ts';
import { PictureRefused, type Pictures, type Taken } from '#platform/pictures/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import { addressOf, cleanName, extensionOf, isPicture, kindNamed, type UploadRule } from '../rules.ts';
import { createFileRows } from '../file-rows.ts';
import { countUpload } from './store.ts';

/** What taking files in depends on. */
export interface IntakeDeps {
  db: Db;
  files: Files;
  audit: {
    record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<string>;
  };
  clock: Clock;
  pictures: Pictures;
  /** Bytes that an enterprise may keep of what fills the space of its plan. */
  spaceOf: (tx: Tx, enterpriseId: string) => Promise<number>;
}

/** A file on its way in; `type` is what the sender claims and is not believed. */
export interface Incoming {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
  /** When and where a phone says that it took a photo; it stands where the camera wrote nothing. */
  told?: Taken;
}

/** A file that has arrived. */
export interface Received {
  id: string;
  url: string;
  name: string;
  kind: string;
  sha256: string;
  sizeBytes: number;
}

function holderOf(scope: Scope): string {
  const system = scope.userType === null && scope.reason !== null;
  if (scope.userType === 'regulator' || system) return idRange.lowest;
  if (scope.enterpriseId === null) throw new AppError('denied');
  return scope.enterpriseId;
}

/** Said of a video that most browsers do not play. */
export const hevcRefusal = '视频编码不受浏览器支持（HEVC/H.265），请转为 H.264 后上传';
const megabytes = (bytes: number) => numberText(Math.ceil(bytes / 2 ** 20));
const played: readonly FileKind[] = ['mp3', 'wav', 'mp4', 'webm'];

/** Takes files in: told by their bytes, looked into, pictures made again, counted, and kept whole or not at all. */
export function createIntake({ db, files, audit, clock, pictures, spaceOf }: IntakeDeps) {
  const { withRow } = createFileRows({ db, files });
  // Documents are looked into in memory, a few at once.
  const refusal = () => new AppError('tooMany', '正在检查的文件较多，请稍后再试', { seconds: 5 });
  const looking = createFairQueue({ atOnce: 2, longest: 40, refusal });

  /** What is kept of staged bytes; refused when they are not what they seem (S52, S53). */
  async function examined(
    scope: Scope,
    kind: FileKind,
    staged: Staged,
    { refusal, purpose }: UploadRule,
  ): Promise<Staged & { readonly taken?: Taken | null }> {
    if (isPicture(kind))
      return pictures.remake(scope.tenantId, kind, staged).catch((error: unknown) => {
        throw error instanceof PictureRefused ? new AppError('invalid', error.message) : error;
      });
    if (kind === 'mp4' && purpose === 'video' && (await isHevc(staged.path, staged.sizeBytes)))
      throw new AppError('invalid', hevcRefusal);
    if (played.includes(kind)) return staged;
    const found = await looking.take(scope.tenantId, async () => inspect(kind, await readFile(staged.path)));
    if (found !== kind) throw new AppError('invalid', refusal);
    return staged;
  }

  /** Brings the bytes of a stream under a fresh key. */
  async function stored(scope: Scope, kind: FileKind, stream: AsyncIterable<Uint8Array>, rule: UploadRule) {
    // Of a picture what is made from its pixels is kept.
    const passing = rule.looksItself !== true && isPicture(kind);
    const staged = await files.stage(stream, { maxBytes: rule.maxBytes, passing }).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? new AppError('invalid', rule.refusal) : error;
    });
    let kept: Awaited<ReturnType<typeof examined>> = staged;
    try {
      if (rule.looksItself !== true) kept = await examined(scope, kind, staged, rule);
      const key = newKey(scope.tenantId, kind, clock.now());
      await files.keep(key, kept);
      return { key, sizeBytes: kept.sizeBytes, sha256: kept.sha256, taken: kept.taken ?? null };
    } finally {
      await staged.drop();
      if (kept !== staged) await kept.drop();
    }
  }

  async function count(tx: Tx, enterpriseId: string, purpose: string, sizeBytes: number) {
    const own = enterpriseId !== idRange.lowest;
    const { perDay, keptBytes: most } = own ? limits.upload.enterprise : limits.upload.tenant;
    const day = dayOf(clock.now());
    const media = own && mediaPurposes.includes(purpose);
    const keptBytes = media ? await spaceOf(tx, enterpriseId) : most;
    const refused = await countUpload(tx, { enterpriseId, day, sizeBytes, perDay, keptBytes, media });
    if (refused === 'day') throw new AppError('invalid', `今天上传的文件已达 ${perDay} 个，请明天再传`);
    // Its own row has left beside the count, and is among what is used by now.
    if (refused !== null && media)
      throw new AppError(
        'invalid',
        `存储空间不足：已用 ${megabytes(refused.usedBytes - sizeBytes)} / ${megabytes(keptBytes)} MB，开通或续费会员可以增加。证照、隐患照片、整改证据和档案不占用空间，可以照常上传`,
      );
    if (refused !== null)
      throw new AppError(
        'invalid',
        `保存的文件合计不能超过 ${keptBytes / 2 ** 30} GB，这个文件放不下；没有用到的文件在上传 ${limits.upload.waitingSeconds / 86_400} 天后自动删除`,
      );
  }

  return {
    /** Takes a file in under a rule and does the caller's work in the same transaction as its row. */
    async receive<T>(
      scope: Scope,
      incoming: Incoming,
      rule: UploadRule,
      within: (tx: Tx, file: Received) => Promise<T>,
      ownerId: string = scope.userId ?? idRange.lowest,
    ): Promise<T> {
      const enterpriseId = holderOf(scope);
      const { kind: seen, head, stream } = await sniff(incoming.stream);
      const kind = seen && kindNamed(seen, extensionOf(incoming.name));
      if (kind === null || !rule.kinds.includes(kind)) {
        // Read to its end, so that the answer reaches a client that is still sending.
        for await (const chunk of stream) void chunk;
        throw new AppError('invalid', rule.strangerNamed?.(incoming.name, head) ?? rule.refusal);
      }
      const { key, sizeBytes, sha256, taken } = await stored(scope, kind, stream, rule);
      // Of a photo that proves something; where a portrait or a logo was taken is nobody's business.
      const told = rule.purpose === 'photo' ? [taken, incoming.told] : [];
      const place = told.find((one) => one?.place)?.place;
      const id = newId();
      const name = cleanName(incoming.name, kind);
      const now = clock.now();
      const row = {
        id,
        enterprise_id: enterpriseId,
        owner_id: ownerId,
        purpose: rule.purpose,
        name,
        type: mediaTypes[kind],
        size_bytes: sizeBytes,
        key,
        sha256,
        taken_at: told.find((one) => one?.at && one.at <= now)?.at ?? null,
        taken_lng: place?.lng ?? null,
        taken_lat: place?.lat ?? null,
        created_at: now,
        expires_at: rule.seconds === undefined ? null : new Date(now.getTime() + rule.seconds * 1000),
      };
      return withRow(scope, row, {
        before: (tx) => count(tx, enterpriseId, rule.purpose, sizeBytes),
        async after(tx) {
          const note = `${rule.purpose} ${name} ${sizeBytes}`;
          withCommit(tx, audit.record(tx, { call: 'file.upload', objectType: 'file', objectId: id, note }));
          return within(tx, { id, url: addressOf(id), name, kind, sha256, sizeBytes });
        },
      });
    },
  };
}
