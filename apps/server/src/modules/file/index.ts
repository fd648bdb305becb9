/**
 * file: what people upload (文件), stored under keys of our own and told by its first bytes.
 * Staff's files belong to their enterprise; a regulator's belong to the tenant until something attaches them.
 * Other rooms take files in through `receive` and bind them through `attach`.
 */
import type { FileLink, StoredFile } from '@anlan/contract/domain/file';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { FileMissing, FileTooLarge, mediaTypes, newKey, sniff, type Files } from '#platform/files/index.ts';
import {
  addressOf,
  cleanName,
  extensionOf,
  holds,
  idOf,
  linkOf,
  purposes,
  ruleFor,
  type NamedByLink,
  type Narrowing,
  type UploadRule,
  waiting,
} from './rules.ts';
import { claimFile, findFile, giveTo, handOver, insertFile, removeFile, removeOwned } from './store.ts';
import { createTemporary } from './temporary/service.ts';

/** What the room needs of the audit. */
interface Recorder {
  record(tx: Tx, entry: { call: string; objectType: string; objectId: string; note: string }): Promise<string>;
}

/** A file on its way in; `type` is what the sender claims and is not believed. */
export interface Incoming {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
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

/** Opens the room file. */
export function createFileRoom({
  db,
  files,
  audit,
  clock,
  linkKey,
}: {
  db: Db;
  files: Files;
  audit: Recorder;
  clock: Clock;
  /** Key that signs links. */
  linkKey: string;
}) {
  /** Takes a file in under a rule and does the caller's work in the same transaction as its row. */
  async function receive<T>(
    scope: Scope,
    incoming: Incoming,
    rule: UploadRule,
    within: (tx: Tx, file: Received) => Promise<T>,
    ownerId: string = scope.userId ?? idRange.lowest,
  ): Promise<T> {
    const enterpriseId = holderOf(scope);
    const { kind, stream } = await sniff(incoming.stream);
    if (kind === null || !rule.kinds.includes(kind) || !rule.extensions.includes(extensionOf(incoming.name))) {
      // Read to its end, so that the answer reaches a client that is still sending.
      for await (const chunk of stream) void chunk;
      throw new AppError('invalid', rule.refusal);
    }
    const id = newId();
    const key = newKey(scope.tenantId, kind, clock.now());
    const { sizeBytes, sha256 } = await files.put(key, stream, rule).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? new AppError('invalid', rule.refusal) : error;
    });
    try {
      const name = cleanName(incoming.name, kind);
      return await db.scoped(scope, async (tx) => {
        await insertFile(tx, {
          id,
          enterprise_id: enterpriseId,
          owner_id: ownerId,
          purpose: rule.purpose,
          name,
          type: mediaTypes[kind],
          size_bytes: sizeBytes,
          key,
          sha256,
          created_at: clock.now(),
        });
        const note = `${rule.purpose} ${name} ${sizeBytes}`;
        await audit.record(tx, { call: 'file.upload', objectType: 'file', objectId: id, note });
        return await within(tx, { id, url: addressOf(id), name, kind, sha256, sizeBytes });
      });
    } catch (error) {
      await files.remove(key).catch(() => {});
      throw error;
    }
  }

  const find = (scope: Scope, id: string, userId: string | null) =>
    db.scoped(scope, (tx) => findFile(tx, id, { userId, now: clock.now() }), { readOnly: true });

  async function opened(scope: Scope, id: string, userId = scope.userId) {
    const row = await find(scope, id, userId);
    if (!row) throw new AppError('notFound');
    try {
      return { name: row.name, type: row.type, body: await files.open(row.key) };
    } catch (error) {
      throw error instanceof FileMissing ? new AppError('notFound') : error;
    }
  }

  return {
    ...createTemporary({ db, files, clock }),
    receive,
    upload: (scope: Scope, { file, ...wanted }: Narrowing & { file: Incoming }): Promise<StoredFile> =>
      receive(scope, file, ruleFor(wanted), async (_tx, { url, name }) => ({ url, name })),
    open: (scope: Scope, { id }: { id: string }) => opened(scope, id),
    /** A link to a file in sight for the caller alone; rights are asked now, not when it is opened. */
    async link(scope: Scope, { id }: { id: string }): Promise<FileLink> {
      const row = await find(scope, id, scope.userId);
      if (!row) throw new AppError('notFound');
      const seconds = limits.fileLink.seconds;
      const named = {
        id,
        tenant: scope.tenantId,
        user: scope.userId ?? '',
        ends: Math.floor(clock.now().getTime() / 1000) + seconds,
      };
      return { url: linkOf(named, linkKey), type: row.type, expiresIn: seconds };
    },
    /** The file that a link names, while it holds. */
    signed(_scope: Scope, { sign, ...named }: NamedByLink & { sign: string }) {
      if (!holds(named, sign, linkKey, clock.now())) throw new AppError('notFound');
      return opened(systemScope('signed link', named.tenant), named.id, named.user);
    },
    /** Binds an uploaded file to an enterprise; false when there is no such file or it is another's. */
    async attach(tx: Tx, address: string, enterpriseId: string): Promise<boolean> {
      const id = idOf(address);
      return id !== null && giveTo(tx, id, enterpriseId, idRange.lowest, Object.keys(purposes));
    },
    /** Gives an enterprise what a stranger sent in with a proof; false when it came with another or with none. */
    async claim(tx: Tx, address: string, enterpriseId: string, ownerId: string): Promise<boolean> {
      const id = idOf(address);
      const from = { purpose: waiting, ownerId };
      return id !== null && claimFile(tx, id, from, { enterpriseId, purpose: purposes.licence.purpose });
    },
    /** Removes what came in with a proof and was never claimed. */
    async dropUnclaimed(scope: Scope, ownerId: string): Promise<void> {
      const keys = await db.scoped(scope, (tx) => removeOwned(tx, { purpose: waiting, ownerId }));
      for (const key of keys) await files.remove(key);
    },
    /** Gives all files of one enterprise to another, as when the two are merged. */
    handOver,
    /** Removes a file that has served; its bytes go after the caller's transaction could have failed. */
    async discard(scope: Scope, id: string): Promise<void> {
      const key = await db.scoped(scope, (tx) => removeFile(tx, id));
      if (key !== null) await files.remove(key);
    },
  };
}

/** The room file. */
export type FileRoom = ReturnType<typeof createFileRoom>;
