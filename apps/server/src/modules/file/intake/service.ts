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
import { PictureRefused, type Pictures, type PhotoFacts } from '#platform/pictures/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import { addressOf, cleanName, extensionOf, isPicture, kindNamed, type UploadRule } from '../rules.ts';
import { createFileRows } from '../file-rows.ts';
import { countUpload } from './store.ts';

export interface IntakeDeps {
  db: Db;
  files: Files;
  audit: {
    record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<string>;
  };
  clock: Clock;
  pictures: Pictures;
  spaceOf: (tx: Tx, enterpriseId: string) => Promise<number>;
}

/** An upload as the client sends it. The declared `type` is not trusted. */
export interface Incoming {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
  /** Time and place from the phone; used if the image has no metadata. */
  told?: PhotoFacts;
}

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

/** Message for HEVC videos, which most browsers cannot play. */
export const hevcRefusal = '视频编码不受浏览器支持（HEVC/H.265），请转为 H.264 后上传';
const megabytes = (bytes: number) => numberText(Math.ceil(bytes / 2 ** 20));
const played: readonly FileKind[] = ['mp3', 'wav', 'mp4', 'webm'];

/** Stores an upload completely or not at all: detects the type, inspects it, re-encodes pictures and counts it. */
export function createIntake({ db, files, audit, clock, pictures, spaceOf }: IntakeDeps) {
  const { withRow } = createFileRows({ db, files });
  // Documents are inspected in memory, a few at once.
  const refusal = () => new AppError('tooMany', '正在检查的文件较多，请稍后再试', { seconds: 5 });
  const looking = createFairQueue({ atOnce: 2, longest: 40, refusal });

  /** Inspects the bytes. Throws if they are not of the declared kind (S52, S53). */
  async function examined(
    scope: Scope,
    kind: FileKind,
    staged: Staged,
    { refusal, purpose }: UploadRule,
  ): Promise<Staged & { readonly taken?: PhotoFacts | null }> {
    if (isPicture(kind))
      return pictures.remake(scope.tenantId, kind, staged).catch((error: unknown) => {
        throw error instanceof PictureRefused ? new AppError('invalid', error.message) : error;
      });
    if (kind === 'mp4' && purpose === 'video' && (await isHevc(staged.path, staged.sizeBytes)))
      throw new AppError('invalid', hevcRefusal);
    if (played.includes(kind)) return staged;
    const detectedKind = await looking.take(scope.tenantId, async () => inspect(kind, await readFile(staged.path)));
    if (detectedKind !== kind) throw new AppError('invalid', refusal);
    return staged;
  }

  async function stored(scope: Scope, kind: FileKind, stream: AsyncIterable<Uint8Array>, rule: UploadRule) {
    // The original bytes of a picture are only staged. What is stored are its re-encoded pixels.
    const passing = isPicture(kind);
    const staged = await files.stage(stream, { maxBytes: rule.maxBytes, passing }).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? new AppError('invalid', rule.refusal) : error;
    });
    let examinedFile: Awaited<ReturnType<typeof examined>> = staged;
    try {
      examinedFile = await examined(scope, kind, staged, rule);
      const key = newKey(scope.tenantId, kind, clock.now());
      await files.keep(key, examinedFile);
      return { key, sizeBytes: examinedFile.sizeBytes, sha256: examinedFile.sha256, taken: examinedFile.taken ?? null };
    } finally {
      await staged.drop();
      if (examinedFile !== staged) await examinedFile.drop();
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
    // `usedBytes` includes this file, because its row was sent together with the counter. So subtract its bytes.
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
    /** Stores an upload. The caller's `work` runs in the transaction of the file row. */
    async receive<T>(
      scope: Scope,
      incoming: Incoming,
      rule: UploadRule,
      within: (tx: Tx, file: Received) => Promise<T>,
      ownerId: string = scope.userId ?? idRange.lowest,
    ): Promise<T> {
      const enterpriseId = holderOf(scope);
      const { kind: seen, stream } = await sniff(incoming.stream);
      const kind = seen && kindNamed(seen, extensionOf(incoming.name));
      if (kind === null || !rule.kinds.includes(kind)) {
        // Read the stream to its end, because a client that is still sending would not get the answer.
        for await (const chunk of stream) void chunk;
        throw new AppError('invalid', rule.refusal);
      }
      const { key, sizeBytes, sha256, taken: photoTaken } = await stored(scope, kind, stream, rule);
      // Store time and place only of evidence photos, because the place of a portrait or logo is private.
      const takenCandidates = rule.purpose === 'photo' ? [photoTaken, incoming.told] : [];
      const place = takenCandidates.find((one) => one?.place)?.place;
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
        taken_at: takenCandidates.find((one) => one?.at && one.at <= now)?.at ?? null,
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
