/** upload: videos that are sent in parts, so that after a broken connection only one part is sent again. */
import { createHash } from 'node:crypto';
import { endingsOf, uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { partBytes, uploadCalls, type UploadState } from '@anlan/contract/modules/upload/calls';
import type { InputOf } from '@anlan/contract/http/call-table';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { beginsAsHevc, detectKind, peek } from '#platform/files/index.ts';
import { fileModule, hevcRefusal } from '../file/index.ts';
import * as store from './store.ts';

type Calls = typeof uploadCalls;
/** Seconds until an unfinished upload expires. */
const keptSeconds = 86_400;
/**
 * Number of bytes of the first part that are inspected. If the video's metadata is at the start, the metadata in
 * these bytes names the codecs.
 */
const headBytes = 1024 * 1024;
/** Maximum number of unfinished uploads of one person. A further upload replaces the oldest. */
const openMost = 3;
const { video } = uploadPurposes;
const kinds: readonly string[] = video.kinds;
const noVideo = '文件内容不是 mp4 或 webm 视频，请用播放器确认能播放，或转换为 H.264 编码的 mp4 后再上传';
const gone = () => new AppError('notFound', '上传已取消或超过一天，请重新选择文件');
const partsIn = (sizeBytes: number) => Math.ceil(sizeBytes / partBytes);
const sizeOfPart = (sizeBytes: number, at: number) => Math.min(partBytes, sizeBytes - at * partBytes);

/** The part is already stored; the repeated bytes are discarded. */
class SamePart extends Error {}

async function drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of stream) void chunk;
}

async function refusalOf(head: Buffer, sizeBytes: number): Promise<string | null> {
  const kind = detectKind(head);
  if (kind === null || !kinds.includes(kind)) return noVideo;
  return kind === 'mp4' && (await beginsAsHevc(head, sizeBytes)) ? hevcRefusal : null;
}

export const uploadModule = defineModule('upload', {
  needs: { file: fileModule },
  open({ kit: { db, clock, audit }, file: module }) {
    const ownerOf = ({ userId }: Scope): string => {
      if (userId === null) throw new AppError('unauthenticated');
      return userId;
    };
    async function stateOf(tx: Tx, id: string): Promise<{ state: UploadState; parts: store.StoredPart[] }> {
      const upload = await store.ownUpload(tx, { id, ownerId: ownerOf(tx.scope), now: clock.now() });
      if (!upload) throw gone();
      const parts = await store.partsOf(tx, id);
      return { state: { ...upload, partBytes, have: parts.map(({ at }) => at) }, parts };
    }
    const read = (scope: Scope, id: string) => db.read(scope, (tx) => stateOf(tx, id));
    /** Reads the bytes of all parts and checks their hashes again, because the disk may have changed them. */
    async function* whole(scope: Scope, parts: readonly store.StoredPart[]): AsyncGenerator<Uint8Array> {
      for (const { fileId, sha256 } of parts) {
        const hash = createHash('sha256');
        const { body } = await module.open(scope, { id: fileId });
        for await (const chunk of body) {
          hash.update(chunk);
          yield chunk;
        }
        if (hash.digest('hex') !== sha256) throw new AppError('invalid', '已传的内容有损坏，请重新上传');
      }
    }
    async function discard(scope: Scope, parts: readonly store.StoredPart[]): Promise<void> {
      // Deletes the files of the parts. Files that cannot be deleted now expire within a day.
      for (const { fileId } of parts) await module.discard(scope, fileId).catch(() => undefined);
    }

    return {
      async begin(scope: Scope, { name, sizeBytes, mark }: InputOf<Calls['begin']>): Promise<UploadState> {
        const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
        if (!endingsOf(video.kinds).includes(ending)) throw invalid({ field: 'name', msg: video.refusal });
        const left: store.StoredPart[] = [];
        const state = await db.scoped(scope, async (tx) => {
          const ownerId = ownerOf(scope);
          const now = clock.now();
          const open = await store.ownUploads(tx, ownerId, now);
          const same = open.find((one) => one.name === name && one.sizeBytes === sizeBytes && one.mark === mark);
          const id = same?.id ?? newId();
          if (!same) {
            for (const { id: old } of open.slice(openMost - 1)) {
              left.push(...(await store.partsOf(tx, old)));
              await store.removeUpload(tx, old, ownerId);
            }
            const expiresAt = new Date(now.getTime() + keptSeconds * 1000);
            await store.addUpload(tx, { id, ownerId, name, sizeBytes, mark, now, expiresAt });
          }
          await audit.record(tx, {
            call: 'upload.begin',
            objectType: 'file',
            objectId: id,
            note: `${name} ${sizeBytes}`,
          });
          return (await stateOf(tx, id)).state;
        });
        // Files are discarded at once; otherwise repeated starts could fill the disk.
        await discard(scope, left);
        return state;
      },
      state: async (scope: Scope, { id }: { id: string }): Promise<UploadState> => (await read(scope, id)).state,
      async part(scope: Scope, { id, at, sha256, file }: InputOf<Calls['part']>): Promise<UploadState> {
        const { state } = await read(scope, id).catch(async (error: unknown) => {
          // Reads the rest of the request, so that a client that is still sending receives the answer.
          await drain(file.stream);
          throw error;
        });
        if (at >= partsIn(state.sizeBytes) || state.have.includes(at)) {
          await drain(file.stream);
          if (at >= partsIn(state.sizeBytes)) throw invalid({ field: 'at', msg: '段号超出文件大小' });
          return state;
        }
        const { head, stream } = await peek(file.stream, at === 0 ? headBytes : 0);
        const refusal = at === 0 ? await refusalOf(head, state.sizeBytes) : null;
        if (refusal !== null) {
          await drain(stream);
          throw new AppError('invalid', refusal);
        }
        const wanted = sizeOfPart(state.sizeBytes, at);
        const hash = createHash('sha256');
        let sizeBytes = 0;
        async function* counted() {
          for await (const chunk of stream) {
            sizeBytes += chunk.length;
            hash.update(chunk);
            yield chunk;
          }
        }
        const made = {
          id: newId(),
          since: clock.now(),
          name: `${state.name}.${at}`,
          kind: 'mp4' as const,
          maxBytes: wanted,
          seconds: keptSeconds,
          body: counted(),
        };
        await module
          .keep(scope, made, async (tx, { id: fileId }) => {
            const actualSha256 = hash.digest('hex');
            if (sizeBytes !== wanted || (sha256 !== undefined && sha256 !== actualSha256))
              throw new AppError('invalid', '这一段没有传完整，请重试');
            // Throws if the upload was cancelled, so that its part is not stored.
            await stateOf(tx, id);
            if (!(await store.addPart(tx, id, { at, fileId, sizeBytes, sha256: actualSha256 }))) throw new SamePart();
          })
          .catch((error: unknown) => {
            if (!(error instanceof SamePart)) throw error;
          });
        return (await read(scope, id)).state;
      },
      async finish(scope: Scope, { id, sha256 }: InputOf<Calls['finish']>) {
        const { state, parts } = await read(scope, id);
        const missing = partsIn(state.sizeBytes) - parts.length;
        if (missing > 0) throw new AppError('invalid', `还有 ${missing} 段没有传到，请继续上传`);
        const digest = createHash('sha256');
        for (const one of parts) digest.update(Buffer.from(one.sha256, 'hex'));
        if (sha256 !== undefined && digest.digest('hex') !== sha256)
          throw new AppError('invalid', '传到的内容与原文件不一致，请重新上传');
        const incoming = { name: state.name, type: '', stream: whole(scope, parts) };
        const rule = { ...video, purpose: 'video', seconds: limits.upload.waitingSeconds };
        const stored = await module.receive(scope, incoming, rule, async (tx, { url, name, sha256: of }) => {
          if (!(await store.removeUpload(tx, id, ownerOf(scope)))) throw gone();
          return { url, name, sha256: of };
        });
        await discard(scope, parts);
        return stored;
      },
      async cancel(scope: Scope, { id }: { id: string }): Promise<null> {
        const parts = await db.scoped(scope, async (tx) => {
          const { parts: all, state } = await stateOf(tx, id);
          if (!(await store.removeUpload(tx, id, ownerOf(scope)))) throw gone();
          await audit.record(tx, { call: 'upload.cancel', objectType: 'file', objectId: id, note: state.name });
          return all;
        });
        await discard(scope, parts);
        return null;
      },
      sweep: (scope: Scope) => db.scoped(scope, (tx) => store.removeEnded(tx, clock.now())),
    };
  },
  calls: uploadCalls,
  nightly: { sweep: { at: '50 2 * * *', run: (uploads, scope) => uploads.sweep(scope) } },
});
