import type { SmsType } from '@anlan/contract/modules/sms/sms';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { newProof, proofHash } from './rules.ts';
import * as store from './store.ts';

export interface ShownProof {
  tenantId: string;
  type: SmsType;
  proof: string;
}

export interface Proven {
  id: string;
  phone: string;
}

export interface UploadAllowance {
  files: number;
  bytes: number;
}

const overText = '手机验证已失效，请重新获取短信验证码';
const placeOf = ({ tenantId, type, proof }: ShownProof) => ({ tenantId, type, hash: proofHash(proof) });

const place = (id: string) => ({ table: 'sms_proof', column: 'phone_sealed', id });

/**
 * Proofs that the owner of a phone entered the right SMS code. A proof works once and allows some uploads before
 * that. Needs the HTTP scope.
 */
export function createProofs({ db, clock, vault }: { db: Db; clock: Clock; vault: Pick<Vault, 'of'> }) {
  const vaultOf = (tenantId: string) => vault.of({ scope: { tenantId } });

  /** The phone of a proof; null for proofs of an older release. */
  async function provenBy(tenantId: string, proofRow: { id: string; phone_sealed: string | null } | undefined) {
    if (!proofRow || proofRow.phone_sealed === null) throw new AppError('badCaptcha', overText);
    return { id: proofRow.id, phone: (await vaultOf(tenantId)).open(place(proofRow.id), proofRow.phone_sealed) };
  }

  const read = async (httpScope: Scope, shown: ShownProof): Promise<Proven> =>
    provenBy(shown.tenantId, await db.scoped(httpScope, (tx) => store.findProof(tx, placeOf(shown), clock.now())));

  return {
    read,
    async issue(
      httpScope: Scope,
      { tenantId, type, phone }: { tenantId: string; type: SmsType; phone: string },
      seconds: number,
    ) {
      const { proof, hash } = newProof();
      const ends_at = new Date(clock.now().getTime() + seconds * 1000);
      const id = newId();
      const phone_sealed = (await vaultOf(tenantId)).encrypt(place(id), phone);
      await db.scoped(httpScope, (tx) =>
        store.keepProof(tx, { tenant_id: tenantId, id, hash, type, phone_sealed, ends_at }),
      );
      return proof;
    },
    /** Consumes a proof for `work`. If the work fails, the proof is valid again. */
    async spend<T>(httpScope: Scope, shown: ShownProof, work: (proven: Proven) => Promise<T>): Promise<T> {
      const spent = await db.scoped(httpScope, (tx) => store.spendProof(tx, placeOf(shown), clock.now()));
      const proven = await provenBy(shown.tenantId, spent);
      try {
        return await work(proven);
      } catch (error) {
        await db.scoped(httpScope, (tx) => store.returnProof(tx, shown.tenantId, proven.id)).catch(() => {});
        throw error;
      }
    },
    /** Uses part of the upload allowance of a proof. `work` gets the size limit and returns the uploaded size. */
    async upload<T extends { sizeBytes: number }>(
      httpScope: Scope,
      shown: ShownProof,
      most: UploadAllowance,
      work: (of: { id: string; maxBytes: number }) => Promise<T>,
      undo: (done: T) => Promise<void>,
    ): Promise<T> {
      const { id } = await read(httpScope, shown);
      const uploadRow = await db.scoped(httpScope, (tx) =>
        store.takeUpload(tx, placeOf(shown), clock.now(), most.files),
      );
      if (!uploadRow) throw new AppError('invalid', `最多上传 ${most.files} 个文件`);
      const giveBack = () => db.scoped(httpScope, (tx) => store.returnUpload(tx, shown.tenantId, id)).catch(() => {});
      try {
        const done = await work({ id, maxBytes: Math.max(0, most.bytes - Number(uploadRow.bytes)) });
        const fits = await db.scoped(httpScope, (tx) =>
          store.weighUpload(tx, shown.tenantId, id, done.sizeBytes, most.bytes),
        );
        if (fits) return done;
        await undo(done);
        throw new AppError('invalid', '上传的文件合计超过 10M');
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
    forget: async (httpScope: Scope, before: Date): Promise<{ tenantId: string; id: string }[]> =>
      (await db.scoped(httpScope, (tx) => store.dropProofs(tx, before))).flatMap(({ tenant_id, id, files }) =>
        files > 0 ? [{ tenantId: tenant_id, id }] : [],
      ),
  };
}
