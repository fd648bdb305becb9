// The face check (人脸核验) of a sitting: when it is due, and how a learner answers it. A picture is compared in memory and
// dropped; only time and result are stored.
import { randomInt } from 'node:crypto';
import {
  faceConsentWords,
  type FaceAnswer,
  type FaceResultWord,
  type SittingFace,
} from '@anlan/contract/modules/learning/face';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { FaceError, type FaceCompare, type FaceResult } from '#platform/face/index.ts';
import { settingsOf } from '../setting/index.ts';
import { isDue, mayShoot, nextFaceDue, triesLeft, withAnswer, type Held } from './face-rules.ts';
import { consentOf, keepConsent, withdrawConsent, writeAnswer, writeChecks } from './face-store.ts';
import { sittingOf, type StoredSitting } from './sitting-store.ts';

/** Provider of face comparison; null if none is configured. */
export interface FaceProvider {
  provider: FaceCompare | null;
  /** Reports a provider fault that an operator must repair. */
  report: (error: FaceError) => void;
}
export interface FaceDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'refreshTodos'>;
  source: FaceProvider;
  inForce: (tx: Tx) => Promise<boolean>;
  learnerOf: (tx: Tx) => Promise<string | null>;
  staff: {
    facePhotoOf: (tx: Tx, employeeId: string) => Promise<string | null>;
    forgetFace: (tx: Tx, employeeId: string) => Promise<void>;
  };
  openPhoto: (scope: Scope, id: string, purpose: string) => Promise<{ body: AsyncIterable<Uint8Array> }>;
}

const key = 'learning.faceCheck';
const referenceMost = 6 * 1024 * 1024;
const awayText = '人脸比对服务暂时不可用，请稍后再试，或申请人工确认';
const { words } = faceConsentWords;

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > referenceMost) throw new AppError('invalid', '登记的人脸照片过大，请联系安全管理人员换一张');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function createFace({ kit, source, inForce, learnerOf, staff, openPhoto }: FaceDeps) {
  const { db, clock, audit, refreshTodos: touched } = kit;
  const isOn = async (tx: Tx): Promise<boolean> =>
    source.provider !== null && (await settingsOf(tx))[key] === 'on' && (await inForce(tx));
  /** Whether a check is due now. False while the feature is off. */
  const isAsked = async (tx: Tx, sitting: StoredSitting): Promise<boolean> => isDue(sitting) && isOn(tx);
  const selfOf = async (tx: Tx): Promise<string> => {
    const id = await learnerOf(tx);
    if (id === null) throw new AppError('notFound');
    return id;
  };
  async function stateOf(tx: Tx, sitting: StoredSitting): Promise<SittingFace | null> {
    if (sitting.heldState === 'waiting') return { state: 'held', triesLeft: 0, hasReference: false };
    if (!(await isAsked(tx, sitting))) return null;
    const id = await selfOf(tx);
    const hasReference = (await staff.facePhotoOf(tx, id)) !== null;
    const left = triesLeft(sitting.face_checks);
    const isAgreed = (await consentOf(tx, id, words)) !== null;
    const state = !isAgreed ? 'consent' : left > 0 && hasReference ? 'shot' : 'manual';
    return { state, triesLeft: left, hasReference };
  }
  async function ownOf(tx: Tx, id: string): Promise<StoredSitting> {
    const sitting = await sittingOf(tx, id, tx.scope.userId ?? '');
    if (!sitting) throw new AppError('notFound');
    return sitting;
  }
  async function askedOf(tx: Tx, id: string): Promise<StoredSitting> {
    const sitting = await ownOf(tx, id);
    if (sitting.ended_at !== null) throw new AppError('conflict', '本次学习已结束，请重新开始');
    if (!(await isAsked(tx, sitting))) throw new AppError('conflict', '现在不需要核验，请继续学习');
    return sitting;
  }
  const noted = (tx: Tx, sitting: StoredSitting, result: FaceResultWord) =>
    audit.record(tx, {
      call: result === 'manual' ? 'learning.faceManual' : 'learning.faceShot',
      objectType: 'learningTask',
      objectId: sitting.task_id,
      enterpriseId: sitting.enterprise_id,
      note: result,
    });
  /** Stores a result: in place of the pending check with that key, or as a new check. */
  async function answered(
    tx: Tx,
    sitting: StoredSitting,
    { result, held = null, key: shot }: { result: FaceResultWord; held?: Held | null; key?: string },
  ) {
    const at = clock.now();
    const answer = { at: at.toISOString(), result };
    const checks =
      shot === undefined ? [...sitting.face_checks, answer] : withAnswer(sitting.face_checks, shot, answer);
    const isOver = result === 'passed' || result === 'manual';
    const dueMs = isOver ? nextFaceDue(sitting.sittingMs, randomInt) : (sitting.faceDueMs ?? 0);
    await writeAnswer(tx, sitting.id, { checks, dueMs, held, at });
    await noted(tx, sitting, result);
    const heldState = held === null ? sitting.heldState : ('waiting' as const);
    return stateOf(tx, { ...sitting, face_checks: checks, faceDueMs: dueMs, held, heldState });
  }
  async function compared(scope: Scope, photoId: string, shot: Buffer): Promise<FaceResult> {
    const { provider } = source;
    if (provider === null) throw new AppError('unavailable', awayText);
    // Open the photo in the server. No link to it is issued, so only the comparison gets it.
    const { body } = await openPhoto(systemScope('face check', scope.tenantId, scope), photoId, 'face');
    try {
      return await provider.compare({ reference: await bytesOf(body), shot });
    } catch (error) {
      if (!(error instanceof FaceError)) throw error;
      source.report(error);
      throw new AppError('unavailable', awayText);
    }
  }

  return {
    isOn,
    isAsked,
    stateOf,
    consentedAt: async (tx: Tx): Promise<Date | null> => consentOf(tx, await selfOf(tx), words),
    /** Reason why the setting cannot be switched on; null if it can. */
    async objection(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<string | null> {
      if (values[key] !== 'on') return null;
      if (source.provider === null)
        return '没有配置人脸比对服务，不能开启培训人脸核验；请联系系统运维设置 FACE_BASE 和 FACE_TOKEN';
      return (await inForce(tx))
        ? null
        : '没有在有效期内的个人信息保护影响评估，不能开启培训人脸核验；请先在“系统 › 影响评估”登记';
    },
    faceConsent: (scope: Scope, { id, words: agreedWords }: { id: string; words: number }): Promise<FaceAnswer> =>
      db.scoped(scope, async (tx) => {
        if (agreedWords !== words) throw new AppError('conflict', '同意书的内容已更新，请刷新页面再看一遍');
        const sitting = await askedOf(tx, id);
        const employeeId = await selfOf(tx);
        const at = clock.now();
        if ((await consentOf(tx, employeeId, words)) === null) {
          await withdrawConsent(tx, employeeId, at);
          await keepConsent(tx, { employeeId, enterpriseId: sitting.enterprise_id, words, at });
        }
        await audit.record(tx, {
          call: 'learning.faceConsent',
          objectType: 'employee',
          objectId: employeeId,
          enterpriseId: sitting.enterprise_id,
          note: String(words),
        });
        return { result: null, face: await stateOf(tx, sitting) };
      }),
    async faceShot(scope: Scope, { id, shot }: { id: string; shot: string }): Promise<FaceAnswer> {
      const shotRequest = await db.scoped(scope, async (tx) => {
        const sitting = await askedOf(tx, id);
        const employeeId = await selfOf(tx);
        if ((await consentOf(tx, employeeId, words)) === null)
          throw new AppError('denied', '请先同意人脸核验，或申请人工确认');
        if (!mayShoot(sitting.face_checks)) throw new AppError('invalid', '本次学习拍照次数已用完，请申请人工确认');
        const photo = await staff.facePhotoOf(tx, employeeId);
        if (photo === null)
          throw new AppError('invalid', '本企业还没有登记您的人脸照片，请申请人工确认，或联系安全管理人员补充');
        // Store the attempt before the request. The row lock makes concurrent shots wait here.
        const one = { at: clock.now().toISOString(), result: 'asked' as const, key: newId() };
        await writeChecks(tx, id, [...sitting.face_checks, one]);
        return { photo, key: one.key };
      });
      const result = await compared(scope, shotRequest.photo, Buffer.from(shot, 'base64')).catch(
        async (error: unknown) => {
          await db.scoped(scope, async (tx) =>
            writeChecks(tx, id, withAnswer((await ownOf(tx, id)).face_checks, shotRequest.key, null)),
          );
          throw error;
        },
      );
      return db.scoped(scope, async (tx) => {
        const sitting = await ownOf(tx, id);
        if (sitting.ended_at === null && (await isAsked(tx, sitting)))
          return { result, face: await answered(tx, sitting, { result, key: shotRequest.key }) };
        // Store the result even if another shot has ended the check or the sitting is over.
        const checks = withAnswer(sitting.face_checks, shotRequest.key, { at: clock.now().toISOString(), result });
        await writeChecks(tx, id, checks);
        await noted(tx, sitting, result);
        return { result, face: await stateOf(tx, { ...sitting, face_checks: checks }) };
      });
    },
    faceManual: (scope: Scope, { id }: { id: string }): Promise<FaceAnswer> =>
      db.scoped(scope, async (tx) => {
        const sitting = await askedOf(tx, id);
        const held = { credited: sitting.credited, furthest: sitting.furthest_ms };
        const face = await answered(tx, sitting, { result: 'manual', held });
        await touched(tx, 'learningHeld', [sitting.task_id]);
        return { result: null, face };
      }),
    /** Withdraws the consent and removes the reference photo. */
    faceWithdraw: (scope: Scope): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const employeeId = await selfOf(tx);
        await withdrawConsent(tx, employeeId, clock.now());
        await staff.forgetFace(tx, employeeId);
        await audit.record(tx, {
          call: 'learning.faceWithdraw',
          objectType: 'employee',
          objectId: employeeId,
          note: '同意已撤回，人脸照片已删除',
        });
        return null;
      }),
  };
}
export type Face = ReturnType<typeof createFace>;
