/**
 * file: uploaded files (文件), stored under generated keys, with the type detected from the first bytes. Staff files
 * belong to their enterprise, a regulator's files to the tenant once attached. Unattached files are visible only to the
 * sender and expire within days. Other modules use `receive`, `attach` and `detach`.
 */
import { fileCalls } from '@anlan/contract/modules/file/calls';
import { uploadPurposes, type FileLink, type UploadDir, type StoredFile } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Config } from '#config';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Tx, Db } from '#platform/db/index.ts';
import { FileMissing, mediaTypes, type Range, type Files } from '#platform/files/index.ts';
import { createPictures, type Pictures } from '#platform/pictures/index.ts';
import { idRange } from '#kernel/ids.ts';
import { auditModule } from '../audit/index.ts';
import { createIntake, type Incoming, type IntakeDeps } from './intake/service.ts';
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
import { createTemporary } from './temporary-files.ts';
import { keysAfter } from './purge/store.ts';

const batch = 500;

const createFilePurge = ({ db, files }: { db: Db; files: Pick<Files, 'remove'> }) => ({
  async removeAll(tenantId: string): Promise<number> {
    const gone = new Set<string>();
    for (let after: string | null = idRange.lowest; after !== null;) {
      const from: string = after;
      const rows = await db.scoped(systemScope('purge files', tenantId), (tx) => keysAfter(tx, from, batch));
      for (const { key } of rows) {
        // Demo rows share their bytes, so remove each key only once.
        if (key !== '' && !gone.has(key)) await files.remove(key);
        gone.add(key);
      }
      after = rows.length < batch ? null : (rows.at(-1)?.id ?? null);
    }
    return gone.size;
  },
});

interface OuterViewer {
  /** Base address of the viewer, without a trailing slash. */
  base: string;
  /** Origin of this server, from which the viewer fetches the file. */
  ownOrigin: string;
}

/** Address of a file in the viewer. The extension in `fullfilename` determines the file type. */
function outerAddress({ base, ownOrigin }: OuterViewer, signed: string, name: string): string {
  const source = `${ownOrigin}${signed}&fullfilename=${encodeURIComponent(name)}`;
  return `${base}/onlinePreview?url=${encodeURIComponent(Buffer.from(source).toString('base64'))}`;
}

interface PreviewDeps {
  /** Creates a link to a file. Throws notFound if the file is not visible. */
  linkFor: (scope: Scope, id: string, seconds: number) => Promise<{ name: string; url: string }>;
  viewer: OuterViewer | null;
}

function createPreview({ linkFor, viewer }: PreviewDeps) {
  /** Id of the file to preview. An address must be the address of a file on this server, in plain form (S56). */
  function idIn({ fileId, url }: { fileId?: string | undefined; url?: string | undefined }): string {
    if (fileId !== undefined && url === undefined) return fileId;
    const fileIdInUrl = fileId === undefined && url !== undefined ? idOf(url) : null;
    if (fileIdInUrl === null) throw new AppError('invalid', '只能预览本系统的文件');
    return fileIdInUrl;
  }

  return async (scope: Scope, wanted: { fileId?: string | undefined; url?: string | undefined }): Promise<string> => {
    const id = idIn(wanted);
    const { name, url } = await linkFor(scope, id, limits.preview.seconds);
    return viewer === null ? `/upms/file/view?fileId=${id}` : outerAddress(viewer, url, name);
  };
}

export type AttachedAs = Extract<
  UploadDir,
  'licence' | 'logo' | 'avatar' | 'document' | 'photo' | 'face' | 'evidence' | 'video'
>;

export { hevcRefusal, type Incoming } from './intake/service.ts';

const shownOf = (row: NonNullable<Awaited<ReturnType<typeof findFile>>>, expiresIn: number) => ({
  type: row.type,
  name: row.name,
  expiresIn,
  takenAt: row.taken_at,
  takenLng: row.taken_lng,
  takenLat: row.taken_lat,
});

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
  viewer?: OuterViewer | null;
  linkKey: string;
}) {
  // Space of an enterprise in bytes: the tenant limit, until a module above registers the limit of the membership
  // plan.
  let space = async (_tx: Tx, _enterpriseId: string): Promise<number> => limits.upload.tenant.keptBytes;
  const spaceOf = (tx: Tx, enterpriseId: string) => space(tx, enterpriseId);
  const { receive } = createIntake({ db, files, audit, clock, pictures, spaceOf });

  const find = (scope: Scope, id: string, userId: string | null) =>
    db.read(scope, (tx) => findFile(tx, id, { userId, now: clock.now() }));

  async function requireOpenFile(scope: Scope, id: string) {
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

  /** Creates a link to a file, for the caller only. Rights are checked now, not when the link is opened. */
  async function linkFor(scope: Scope, id: string, seconds: number) {
    const row = await requireOpenFile(scope, id);
    return { ...row, url: linkOf(namedUntil(id, scope, clock.now(), seconds), linkKey) };
  }

  return {
    ...createTemporary({ db, files, clock }),
    ...createFilePurge({ db, files }),
    receive,
    limitSpace(of: typeof space): void {
      space = of;
    },
    upload: (scope: Scope, { file, ...wanted }: Narrowing & { file: Incoming }): Promise<StoredFile> =>
      receive(scope, file, ruleFor(wanted), async (_tx, { url, name }) => ({ url, name })),
    open: async (scope: Scope, { id, download }: { id: string; download?: '1' | undefined }) => ({
      ...(await opened(await requireOpenFile(scope, id))),
      isDownload: download === '1',
    }),
    sizeOf: sizeOfFile,
    isOf: async (scope: Scope, id: string, purpose: string): Promise<boolean> =>
      (await find(scope, id, null))?.purpose === purpose,
    /** Opens a file of the given purpose. Throws notFound for another purpose. */
    async openOf(scope: Scope, id: string, purpose: string) {
      const row = await find(scope, id, null);
      return opened(row?.purpose === purpose ? row : undefined);
    },
    async link(scope: Scope, { id }: { id: string }): Promise<FileLink> {
      const { seconds } = limits.fileLink;
      const { url, ...row } = await linkFor(scope, id, seconds);
      return { url, ...shownOf(row, seconds) };
    },
    /** Creates a link to a file that another module shows. That module must have checked the access. */
    async lend(scope: Scope, id: string, tenantId: string): Promise<FileLink> {
      const row = await find(systemScope('lent file', tenantId, scope), id, null);
      if (!row) throw new AppError('notFound');
      const { seconds } = limits.fileLink;
      const named = namedUntil(id, { tenantId, userId: scope.userId }, clock.now(), seconds);
      return { url: linkOf(named, linkKey), ...shownOf(row, seconds) };
    },
    /** Opens a preview. Only addresses of files of this server are accepted (S56). */
    view: createPreview({ linkFor, viewer }),
    async signed(_scope: Scope, { sign, ...named }: NamedByLink & { sign: string }) {
      if (!holds(named, sign, linkKey, clock.now())) throw new AppError('notFound');
      return opened(await find(systemScope('signed link', named.tenant), named.id, named.user));
    },
    /**
     * Attaches an upload of the caller to an enterprise, to the caller or to the unit. False if the upload belongs to
     * another user or is already attached.
     */
    attach: async (tx: Tx, address: string, purpose: AttachedAs, enterpriseId?: string): Promise<boolean> => {
      const id = idOf(address);
      const types = uploadPurposes[purpose].kinds.map((kind) => mediaTypes[kind]);
      const wanted = { purpose, types, enterpriseId, ownerId: tx.scope.userId ?? '', now: clock.now() };
      return id !== null && tx.scope.userId !== null && attachOwners(tx, id, wanted);
    },
    /** Attaches a file uploaded through a link; its owner is the link. */
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
    /** Detaches a file from its field. Readers lose the access they had through the field. */
    detach: async (tx: Tx, address: string | null, purpose: AttachedAs): Promise<void> => {
      const id = address === null ? null : idOf(address);
      if (id !== null) await detachFile(tx, id, purpose);
    },
    /**
     * Gives an enterprise the file that an applicant uploaded with a phone proof. False if it was uploaded with
     * another proof.
     */
    async claim(tx: Tx, address: string, enterpriseId: string, ownerId: string): Promise<boolean> {
      const id = idOf(address);
      const from = { purpose: waiting, ownerId };
      return id !== null && claimFile(tx, id, from, { enterpriseId, purpose: 'licence' });
    },
    /** Removes uploads of a phone proof that were never claimed. */
    async dropUnclaimed(scope: Scope, ownerId: string): Promise<void> {
      const keys = await db.scoped(scope, (tx) => removeOwned(tx, { purpose: waiting, ownerId }));
      for (const key of keys) await files.remove(key);
    },
    handOver,
    /** Removes a temporary file: the row first, and after the commit the bytes. */
    async discard(scope: Scope, id: string): Promise<void> {
      const key = await db.scoped(scope, (tx) => removeFile(tx, id));
      if (key !== null) await files.remove(key);
    },
  };
}

export type FileModule = ReturnType<typeof createFileModule>;

/** Origin of this server's addresses in requests from other servers. */
const originOf = ({ publicUrl, host, port }: Config) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

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
