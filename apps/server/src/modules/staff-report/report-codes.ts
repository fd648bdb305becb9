// Posted report codes, and reports that people send with them without a session (S97). A code is for one enterprise,
// expires, can be revoked, and is rate-limited by code and network. Its secret is shown once and stored as a hash.
// Senders never see other reports.
import { createHash, randomBytes } from 'node:crypto';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import type { StaffReportInput } from '@anlan/contract/modules/staff-report/resource';
import type { ReportView } from '@anlan/contract/modules/staff-report/views';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { FileModule, Incoming } from '../file/index.ts';
import { codeBy, codesOf, countSince, endCode, insertCode, noteOrigin, photosBy } from './store.ts';

const dayMs = 86_400_000;
const most = { reports: 50, photos: 150, codes: 200 };
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
// Every error gets this same answer, so that guessing reveals nothing.
const isOver = () => new AppError('notFound', '举报码无效或已停用，请联系企业安全管理人员');

interface Key {
  tenantId: string;
  token: string;
}
export interface CodeDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit'>;
  files: Pick<FileModule, 'receive' | 'attachFrom'>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  add: (tx: Tx, input: StaffReportInput, as: string) => Promise<{ id: string; no: string }>;
}

export function createCodes({ kit: { db, clock, audit }, files, enterprises, add }: CodeDeps) {
  // Reports may be anonymous, so the scope has no address, browser or request id of the sender that could be logged.
  const within = ({ tenantId }: Key, { intent }: Scope) => systemScope('staff report', tenantId, { intent });
  const ownOf = ({ enterpriseId }: Scope): string => {
    if (enterpriseId === null) throw invalid({ field: 'enterpriseId', msg: '举报码由企业制作' });
    return enterpriseId;
  };
  async function codeFor(tx: Tx, { token }: Key, hold = false) {
    const code = await codeBy(tx, hashOf(token), clock.now(), hold);
    if (!code) throw isOver();
    return code;
  }
  const sinceYesterday = () => new Date(clock.now().getTime() - dayMs);

  return {
    codes: (scope: Scope) =>
      db.read(scope, async (tx) =>
        (await codesOf(tx, ownOf(scope))).map((code) => ({
          id: code.id,
          name: code.name,
          expiresAt: code.expires_at,
          revokedAt: code.revoked_at,
          createdAt: code.created_at,
          reports: Number(code.reports),
        })),
      ),
    makeCode: (scope: Scope, { name, days }: { name: string; days: number }) =>
      db.scoped(scope, async (tx) => {
        const enterpriseId = ownOf(scope);
        const now = clock.now();
        const living = (await codesOf(tx, enterpriseId)).filter((one) => !one.revoked_at && one.expires_at > now);
        if (living.length >= most.codes)
          throw new AppError('invalid', `最多同时有 ${most.codes} 个有效的举报码，请先停用不用的`);
        const token = randomBytes(32).toString('base64url');
        const expiresAt = new Date(now.getTime() + days * dayMs);
        const id = newId();
        await insertCode(tx, { id, enterpriseId, name, tokenHash: hashOf(token), expiresAt, at: now });
        await audit.record(tx, {
          call: 'staffReport.makeCode',
          objectType: 'staffReport',
          enterpriseId,
          note: `${name}，${days} 天`,
        });
        return { id, token, expiresAt };
      }),
    revokeCode: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const code = await endCode(tx, id, clock.now());
        if (!code) throw new AppError('notFound');
        await audit.record(tx, {
          call: 'staffReport.revokeCode',
          objectType: 'staffReport',
          enterpriseId: code.enterprise_id,
          note: code.name,
        });
        return null;
      }),

    reportOpen: (httpScope: Scope, key: Key): Promise<ReportView> =>
      db.read(within(key, httpScope), async (tx) => {
        const code = await codeFor(tx, key);
        const card = (await enterprises.cards(tx, [code.enterprise_id])).get(code.enterprise_id);
        if (!card) throw isOver();
        return { enterpriseName: card.name, name: code.name };
      }),
    async reportPhoto(httpScope: Scope, { file, ...key }: Key & { file: Incoming }) {
      const scope = within(key, httpScope);
      const code = await db.scoped(scope, async (tx) => {
        const reportCode = await codeFor(tx, key);
        if ((await countSince(tx, reportCode.id, sinceYesterday())).photos >= most.photos)
          throw new AppError('tooMany', '这个举报码今天收到的照片过多，请稍后再试');
        return reportCode;
      });
      const rule = { ...uploadPurposes.photo, purpose: 'photo', seconds: limits.upload.waitingSeconds };
      return files.receive(scope, file, rule, async (_tx, { id, name }) => ({ id, name }), code.id);
    },
    reportSend: (
      httpScope: Scope,
      {
        matter,
        place,
        photos,
        reporterName,
        reporterPhone,
        ...key
      }: Key & {
        matter: string;
        place?: string | undefined;
        photos: string[];
        reporterName?: string | undefined;
        reporterPhone?: string | undefined;
      },
    ) =>
      db.scoped(within(key, httpScope), async (tx) => {
        const code = await codeFor(tx, key, true);
        if ((await countSince(tx, code.id, sinceYesterday())).reports >= most.reports)
          throw new AppError('tooMany', '这个举报码今天收到的举报过多，请稍后再试');
        const named = await photosBy(tx, code.id, photos);
        const gone = () => new AppError('invalid', '照片已失效，请重新上传');
        if (named.length !== new Set(photos).size) throw gone();
        const owner = { enterpriseId: code.enterprise_id, ownerId: code.id };
        for (const { id } of named) if (!(await files.attachFrom(tx, `/upms/file/${id}`, 'photo', owner))) throw gone();
        const input = {
          enterpriseId: code.enterprise_id,
          matter,
          place: place || null,
          photos: [],
          reporterName: reporterName || null,
          reporterPhone: reporterPhone ?? null,
        };
        const { id, no } = await add(tx, input, 'staffReport.reportSend');
        await noteOrigin(tx, id, code, named);
        return { no };
      }),
  };
}
