import { normalisePhone } from '@anlan/contract/domain/phone';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { verifyPhone, resubmitApplication, sendApplication, uploadLicence, codeTaken } from './calls.ts';
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { loadTypedForm } from './load-application-form.ts';
import { useRegister } from './company-lookup.tsx';
import {
  mergeApplication,
  emptyTyped,
  faultsOf,
  forgetDraft,
  formOf,
  saveDraft,
  phoneFault,
  stepOf,
  steps,
  type FieldName,
  type Faults,
  type Typed,
} from './rules.ts';

/** The agreements that the applicant accepted. `edition` increases when changed agreements must be read again. */
interface Consent {
  agreed: string[] | null;
  fault: string | undefined;
  edition: number;
}

type Bind = (name: FieldName) => {
  value: string;
  fault: string | undefined;
  ref: (input: HTMLElement | null) => void;
  onChange: (value: string) => void;
};

export interface Resubmission {
  number: string;
  proof: string;
  tenantId: string;
  phone: string;
}

const meanwhileText = '监管部门在您填写期间修改了这份申请。您填写的内容都还在，请核对后再次提交。';
const takenText = '该统一社会信用代码已登记或正在审核，如有疑问请联系监管部门';

export function useTyped(first: Typed) {
  const [typed, setTyped] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const inputs = useRef(new Map<FieldName, HTMLElement>());
  const focus = (field: FieldName) => setTimeout(() => inputs.current.get(field)?.focus(), 0);
  const change = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }));
    setFaults((before) => ({ ...before, ...Object.fromEntries(Object.keys(change).map((key) => [key, undefined])) }));
  };
  const bind: Bind = (name) => ({
    value: typed[name],
    fault: faults[name],
    ref: (input) => void (input ? inputs.current.set(name, input) : inputs.current.delete(name)),
    onChange: (value) => change({ [name]: value }),
  });
  return { typed, setTyped, faults, setFaults, change, bind, focus };
}

export function useApply(first: Typed, again: Resubmission | null, onSent: (number: string) => void) {
  const form = useTyped(again ? { ...first, tenantId: again.tenantId, phone: again.phone } : first);
  const { typed, setFaults, focus } = form;
  const [step, setStep] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const [proof, setProof] = useState<{ of: string; proof: string } | null>(
    again ? { of: again.phone, proof: again.proof } : null,
  );
  // An uploaded file is bound to one phone verification. After a new verification, it must be uploaded again.
  const uploaded = useRef<{ file: File; proof: string; url: string }>(null);
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  // Save the draft on each input, so that a reload loses no field that a draft may contain.
  useEffect(() => {
    if (again === null) saveDraft(typed);
  }, [again, typed]);
  const register = useRegister(typed);
  const [consent, setConsent] = useState<Consent>({ agreed: null, fault: undefined, edition: 0 });
  const proven = proof !== null && proof.of === normalisePhone(typed.phone);

  function show(faults: Faults, at: number) {
    setFaults(faults);
    const field = steps[at]?.fields.find((name) => faults[name]);
    if (field === undefined) return;
    setStep(at);
    focus(field);
  }

  async function next() {
    const stepFaults = faultsOf(step, typed);
    if (Object.keys(stepFaults).length > 0) return show(stepFaults, step);
    if (step === 0 && !again) {
      setBusy(true);
      const isTaken = await codeTaken(typed.tenantId, normaliseCreditCode(typed.creditCode)).catch(() => false);
      setBusy(false);
      if (isTaken) return show({ creditCode: takenText }, 0);
    }
    setFailure(undefined);
    setStep(step + 1);
    scrollTo({ top: 0 });
    return undefined;
  }

  async function demandProof(): Promise<string> {
    if (proven && proof) return proof.proof;
    const phone = normalisePhone(typed.phone);
    const fresh = await verifyPhone(typed.tenantId, phone, typed.code.trim());
    setProof({ of: phone, proof: fresh });
    return fresh;
  }

  const opened = useRef(first);
  /** After a 409: preserves typed values and shows the server's values for review. */
  async function mergeAfterConflict(error: unknown, held: Resubmission, shown: string, sent: Typed): Promise<never> {
    if (!(error instanceof ApiError) || error.status !== 409 || error.errors.length > 0) throw error;
    const theirs = await loadTypedForm(held.number, shown).catch(() => {
      throw error;
    });
    const before = opened.current;
    opened.current = theirs;
    const { faults } = mergeApplication(before, sent, theirs);
    form.setTyped((now) => mergeApplication(before, now, theirs).typed);
    const errors = Object.entries(faults).map(([field, msg]) => ({ field, msg }));
    throw new ApiError({ kind: 'answered', status: 409, message: meanwhileText, errors });
  }

  async function deliver(): Promise<string> {
    const shown = await demandProof();
    if (file && (uploaded.current?.file !== file || uploaded.current.proof !== shown)) {
      const { url } = await uploadLicence(typed.tenantId, shown, file, setGone);
      uploaded.current = { file, proof: shown, url };
    }
    const whole = { ...typed, licence: (file && uploaded.current?.url) ?? typed.licence };
    const fields = formOf(whole);
    const sent = again
      ? await resubmitApplication(fields, { number: again.number, proof: shown, version: Number(typed.version) }).catch(
          (error: unknown) => mergeAfterConflict(error, again, shown, whole),
        )
      : await sendApplication(fields, {
          tenantId: typed.tenantId,
          phone: normalisePhone(typed.phone),
          proof: shown,
          agreed: consent.agreed ?? [],
        });
    return sent.number;
  }

  function failed(error: unknown) {
    if (!(error instanceof ApiError)) return setFailure('系统未知错误,请反馈给管理员');
    if (error.status === 428) {
      setProof(null);
      form.change({ code: '' });
      return show({ code: error.message }, 2);
    }
    const changed = error.errors.find(({ field }) => field === 'agreed');
    if (changed) return setConsent(({ edition }) => ({ agreed: null, fault: changed.msg, edition: edition + 1 }));
    setFailure(error.message);
    const [first] = error.errors;
    if (!first) return undefined;
    const faults = Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg]));
    return show(faults, stepOf(first.field));
  }

  async function send() {
    for (let at = 0; at < steps.length; at += 1) {
      const stepFaults = faultsOf(at, typed);
      if (Object.keys(stepFaults).length > 0) return show(stepFaults, at);
    }
    if (!proven) {
      const phone = phoneFault(typed.phone);
      const code = /^\d{6}$/.test(typed.code.trim()) ? undefined : '请输入 6 位短信验证码';
      if (phone ?? code) return show({ phone, code }, 2);
    }
    // When an application is changed and sent again, no new consent is needed.
    if (!again && consent.agreed === null) return setConsent((before) => ({ ...before, fault: '请先阅读并同意协议' }));
    setBusy(true);
    setFailure(undefined);
    try {
      const number = await deliver();
      if (!again) forgetDraft();
      onSent(number);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
      setGone(null);
    }
    return undefined;
  }

  return {
    ...form,
    step,
    goTo: setStep,
    next,
    send,
    file,
    setFile,
    busy,
    /** Uploaded share of the licence, 0 to 1. null: no upload. */
    gone,
    failure,
    proven,
    register,
    consent,
    agree: (agreed: string[] | null) =>
      setConsent((before) => ({ ...before, agreed, fault: agreed === null ? before.fault : undefined })),
    startOver: () => {
      forgetDraft();
      form.setTyped((before) => ({ ...emptyTyped, tenantId: before.tenantId }));
      setStep(0);
    },
  };
}

export type Applying = ReturnType<typeof useApply>;
