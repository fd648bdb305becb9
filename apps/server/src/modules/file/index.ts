/**
 * file: what people upload (文件), stored under keys of our own and told by its first bytes.
 * Staff's files belong to their enterprise; a regulator's belong to the tenant until something attaches them. What
 * nothing attaches is its sender's alone, and goes again within days.
 * Other modules take files in through `receive`, bind them through `attach` and let them go through `detach`.
 */
import { fileCalls } from '@anlan/contract/modules/file/calls';
import { uploadPurposes, type FileLink, type UploadDir, type StoredFile } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Config } from '#config';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { FileMissing, mediaTypes, type Range } from '#platform/files/index.ts';
import { createPictures, type Pictures } from '#platform/pictures/index.ts';
import { auditModule } from '../audit/index.ts';
import { createIntake, type Incoming, type IntakeDeps } from './intake/service.ts';
import { createPreview, type OuterViewer } from './preview/service.ts';
import {
  holds,
  idOf,
  isOpenTo,
  linkOf,
  namedUntil,
  ruleFor,
  waiting,
  type NamedByLink,
  type Narrowing,
} from './rules.ts';
import { createFilePurge } from './purge/service.ts';
import {
  attachOwners,
  claimFile,
  detachFile,
  findFile,
  handOver,
  removeFile,
  removeOwned,
  sizeOfFile,
} from './store.ts';
import { createTemporary } from './temporary.ts';

/** Purposes of fields that files are attached to. */
export type AttachedAs = Extract<
  UploadDir,
  'licence' | 'logo' | 'avatar' | 'document' | 'photo' | 'face' | 'evidence' | 'video'
>;

export { hevcRefusal, type Incoming } from './intake/service.ts';

/** What a link says of its file. */
const shownOf = (row: NonNullable<Awaited<ReturnType<typeof findFile>>>, expiresIn: number) => ({
  type: row.type,
  name: row.name,
  expiresIn,
  takenAt: row.taken_at,
  takenLng: row.taken_lng,
  takenLat: row.taken_lat,
});

/** Opens the module file. */
export function createFileModule({
  db,
  files,
  audit,
  clock,
  linkKey,
  pictures = createPictures(),
  viewer = null,
}: Omit<IntakeDeps, 'pictures' | 'spaceOf'> & {
  pictures?: Pictures;
  /** The outer viewer of documents, where there is one. */
  viewer?: OuterViewer | null;
  /** Key that signs links. */
  linkKey: string;
}) {
  // Until somebody says what an enterprise's plan gives, what a tenant keeps is the limit.
  let space = async (_tx: Tx, _enterpriseId: string): Promise<number> => limits.upload.tenant.keptBytes;
  const spaceOf = (tx: Tx, enterpriseId: string) => space(tx, enterpriseId);
  const { receive } = createIntake({ db, files, audit, clock, pictures, spaceOf });

  const find = (scope: Scope, id: string, userId: string | null) =>
    db.scoped(scope, (tx) => findFile(tx, id, { userId, now: clock.now() }), { readOnly: true });

  /** A file that somebody asks for by its id. */
  async function asked(scope: Scope, id: string) {
    const row = await find(scope, id, scope.userId);
    if (!row || !isOpenTo(scope, row)) throw new AppError('notFound');
    return row;
  }

  async function opened(row: Awaited<ReturnType<typeof find>>) {
    if (!row) throw new AppError('notFound');
    try {
      const parts = { sizeBytes: Number(row.size_bytes), open: (range: Range) => files.open(row.key, range) };
      return { name: row.name, type: row.type, body: await files.open(row.key), parts };
    } catch (error) {
      throw error instanceof FileMissing ? new AppError('notFound') : error;
    }
  }

  /** A link for the caller alone; rights are asked now, not when it is opened. */
  async function linkFor(scope: Scope, id: string, seconds: number) {
    const row = await asked(scope, id);
    return { ...row, url: linkOf(namedUntil(id, scope, clock.now(), seconds), linkKey) };
  }

  return {
    ...createTemporary({ db, files, clock }),
    ...createFilePurge({ db, files }),
    receive,
    /** Says how much an enterprise may keep of what fills the space of its plan. */
    limitSpace(of: typeof space): void {
      space = of;
    },
    upload: (scope: Scope, { file, ...wanted }: Narrowing & { file: Incoming }): Promise<StoredFile> =>
      receive(scope, file, ruleFor(wanted), async (_tx, { url, name }) => ({ url, name })),
    open: async (scope: Scope, { id, download }: { id: string; download?: '1' | undefined }) => ({
      ...(await opened(await asked(scope, id))),
      saved: download === '1',
    }),
    /** How big a visible file is. */
    sizeOf: sizeOfFile,
    /** Whether a file was taken in for one purpose. */
    isOf: async (scope: Scope, id: string, purpose: string): Promise<boolean> =>
      (await find(scope, id, null))?.purpose === purpose,
    /** Opens a file that was taken in for one purpose; any other is not there. */
    async openOf(scope: Scope, id: string, purpose: string) {
      const row = await find(scope, id, null);
      return opened(row?.purpose === purpose ? row : undefined);
    },
    /** A link to a visible file for the caller alone. */
    async link(scope: Scope, { id }: { id: string }): Promise<FileLink> {
      const { seconds } = limits.fileLink;
      const { url, ...row } = await linkFor(scope, id, seconds);
      return { url, ...shownOf(row, seconds) };
    },
    /** A link for the caller to a file of a tenant that another module shows them: that module has asked whether it may. */
    async lend(scope: Scope, id: string, tenantId: string): Promise<FileLink> {
      const row = await find(systemScope('lent file', tenantId, scope), id, null);
      if (!row) throw new AppError('notFound');
      const { seconds } = limits.fileLink;
      const named = namedUntil(id, { tenantId, userId: scope.userId }, clock.now(), seconds);
      return { url: linkOf(named, linkKey), ...shownOf(row, seconds) };
    },
    /** Where one visible file is shown; other addresses than our own are never taken (S56). */
    view: createPreview({ linkFor, viewer }),
    /** The file that a link names, while it holds. */
    async signed(_scope: Scope, { sign, ...named }: NamedByLink & { sign: string }) {
      if (!holds(named, sign, linkKey, clock.now())) throw new AppError('notFound');
      return opened(await find(systemScope('signed link', named.tenant), named.id, named.user));
    },
    /**
     * Attaches what the caller uploaded for a purpose, once: to an enterprise, to themselves or to what their unit tells.
     * False when there is no such file of theirs, or when it is attached already.
     */
    attach: async (tx: Tx, address: string, purpose: AttachedAs, enterpriseId?: string): Promise<boolean> => {
      const id = idOf(address);
      const types = uploadPurposes[purpose].kinds.map((kind) => mediaTypes[kind]);
      const wanted = { purpose, types, enterpriseId, ownerId: tx.scope.userId ?? '', now: clock.now() };
      return id !== null && tx.scope.userId !== null && attachOwners(tx, id, wanted);
    },
    /** The same for what came in by a link, whose owner is the link. */
    attachFrom: async (
      tx: Tx,
      address: string,
      purpose: AttachedAs,
      { enterpriseId, ownerId }: { enterpriseId: string; ownerId: string },
    ): Promise<boolean> => {
      const id = idOf(address);
      const types = uploadPurposes[purpose].kinds.map((kind) => mediaTypes[kind]);
      return id !== null && attachOwners(tx, id, { purpose, types, enterpriseId, ownerId, now: clock.now() });
    },
    /** Ends what came with attaching a file: whoever opened it where it stood does so no more. */
    detach: async (tx: Tx, address: string | null, purpose: AttachedAs): Promise<void> => {
      const id = address === null ? null : idOf(address);
      if (id !== null) await detachFile(tx, id, purpose);
    },
    /** Gives an enterprise what a stranger sent in with a proof; false when it came with another or with none. */
    async claim(tx: Tx, address: string, enterpriseId: string, ownerId: string): Promise<boolean> {
      const id = idOf(address);
      const from = { purpose: waiting, ownerId };
      return id !== null && claimFile(tx, id, from, { enterpriseId, purpose: 'licence' });
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

/** The module file. */
export type FileModule = ReturnType<typeof createFileModule>;

/** Under which origin another server reaches this one. */
const originOf = ({ publicUrl, host, port }: Config) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The module file, for those that need it. */
export const fileModule = defineModule('file', {
  needs: { server: infrastructure, audit: auditModule },
  open: ({ kit: { db, clock }, server: { config, secrets, storage, pictures }, audit }) =>
    createFileModule({
      db,
      files: storage,
      audit,
      clock,
      pictures,
      linkKey: secrets.fileLinkKey,
      viewer: config.documentViewer === null ? null : { base: config.documentViewer, ownOrigin: originOf(config) },
    }),
  serves: (files) => [serve('file', fileCalls, files)],
  gives: (files) => ({ files }),
});
