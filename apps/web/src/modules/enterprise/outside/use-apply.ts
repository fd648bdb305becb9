import { normalisePhone } from '@anlan/contract/domain/phone';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { proveWith, sendAgain, sendApplication, uploadLicence, codeTaken } from './calls.ts';
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { typedOf } from './opened-form.ts';
import { useRegister } from './register-facts.tsx';
import {
  broughtTogether,
  emptyTyped,
  faultsOf,
  forgetDraft,
  formOf,
  keepDraft,
  phoneFault,
  stepOf,
  steps,
  type FieldName,
  type Faults,
  type Typed,
} from './rules.ts';

/** What was agreed to, and the round of reading that it belongs to. */
interface Consent {
  agreed: string[] | null;
  fault: string | undefined;
  edition: number;
}

/** What ties a field to what is typed. */
export type Bind = (name: FieldName) => {
  value: string;
  fault: string | undefined;
  ref: (input: HTMLElement | null) => void;
  onChange: (value: string) => void;
};

/** An application that is sent in again, and the phone that stands in it. */
export interface Again {
  number: string;
  proof: string;
  tenantId: string;
  phone: string;
}

const meanwhileText = '监管部门在您填写期间修改了这份申请。您填写的内容都还在，请核对后再次提交。';
const takenText = '该统一社会信用代码已登记或正在审核，如有疑问请联系监管部门';

/** What is typed with its faults, and the way to the field that has one. */
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

/** Goes through the steps and sends what came of them; `onSent` is told its number. */
export function useApply(first: Typed, again: Again | null, onSent: (number: string) => void) {
  const form = useTyped(again ? { ...first, tenantId: again.tenantId, phone: again.phone } : first);
  const { typed, setFaults, focus } = form;
  const [step, setStep] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const [proof, setProof] = useState<{ of: string; proof: string } | null>(
    again ? { of: again.phone, proof: again.proof } : null,
  );
  // A file is claimed by the proof that it came with, so that under the next one it has to come again.
  const uploaded = useRef<{ file: File; proof: string; url: string }>(null);
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  // As it is typed: a page that is reloaded in the middle of a step has lost nothing that may be kept.
  useEffect(() => {
    if (again === null) keepDraft(typed);
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
    const found = faultsOf(step, typed);
    if (Object.keys(found).length > 0) return show(found, step);
    if (step === 0 && !again) {
      setBusy(true);
      const taken = await codeTaken(typed.tenantId, normaliseCreditCode(typed.creditCode)).catch(() => false);
      setBusy(false);
      if (taken) return show({ creditCode: takenText }, 0);
    }
    setFailure(undefined);
    setStep(step + 1);
    scrollTo({ top: 0 });
    return undefined;
  }

  async function demandProof(): Promise<string> {
    if (proven && proof) return proof.proof;
    const phone = normalisePhone(typed.phone);
    const fresh = await proveWith(typed.tenantId, phone, typed.code.trim());
    setProof({ of: phone, proof: fresh });
    return fresh;
  }

  const opened = useRef(first);
  /** After a 409 for what the authority has written meanwhile: both stand in the form, to be looked at and sent again. */
  async function changedMeanwhile(error: unknown, held: Again, shown: string, sent: Typed): Promise<never> {
    if (!(error instanceof ApiError) || error.status !== 409 || error.errors.length > 0) throw error;
    const theirs = await typedOf(held.number, shown).catch(() => {
      throw error;
    });
    const before = opened.current;
    opened.current = theirs;
    const { faults } = broughtTogether(before, sent, theirs);
    form.setTyped((now) => broughtTogether(before, now, theirs).typed);
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
      ? await sendAgain(fields, { number: again.number, proof: shown, version: Number(typed.version) }).catch(
          (error: unknown) => changedMeanwhile(error, again, shown, whole),
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
      const found = faultsOf(at, typed);
      if (Object.keys(found).length > 0) return show(found, at);
    }
    if (!proven) {
      const phone = phoneFault(typed.phone);
      const code = /^\d{6}$/.test(typed.code.trim()) ? undefined : '请输入 6 位短信验证码';
      if (phone ?? code) return show({ phone, code }, 2);
    }
    // What is sent in again was agreed to when it came first.
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
    /** Share of the licence that has gone; null while none is on its way. */
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

/** Everything the steps need. */
export type Applying = ReturnType<typeof useApply>;
