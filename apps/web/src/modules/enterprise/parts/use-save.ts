import { enterpriseInput, enterprisePatch, type Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useCallback, useState } from 'react';
import { ApiError, type FieldError } from '#lib/api-error.ts';
import { checked } from '#lib/checked.ts';
import type { Draft } from '#ui/form/draft.ts';
import { createEnterprise, enterpriseKey, readEnterprise, readHistory, updateEnterprise } from '../calls.ts';
import {
  changesOf,
  fieldProblems,
  filledOf,
  formOf,
  isFormField,
  knownBeginning,
  othersChanges,
  partings,
  untold,
  type Clash,
  type FormValues,
  type OthersChange,
} from '../rules.ts';

/** What others saved meanwhile, beside mine. */
interface Meanwhile {
  current: Enterprise;
  /** What both changed, each otherwise. */
  found: Clash[];
  /** What only others changed. */
  others: OthersChange[];
  /** What only I changed. */
  kept: EnterpriseField[];
}

interface Saving {
  form: FormInstance<FormValues>;
  /** The values as they were opened. */
  base: FormValues;
  setBase: (base: FormValues) => void;
  row: Enterprise | null;
  /** What a draft was begun on: the version, and what stood in its fields. */
  begun: Pick<Draft, 'version' | 'before'> | undefined;
  entryStatus: 'draft' | 'active' | undefined;
  /** A file is on its way: saved without it, it would be lost. */
  isUploading: boolean;
  onSaved: (id: string) => void;
}

/** Saves the form; failures come back to the field they are about, a stale version as both sides. */
export function useSave({ form, base, setBase, row, begun, entryStatus, isUploading, onSaved }: Saving) {
  const client = useQueryClient();
  const [version, setVersion] = useState(begun?.version ?? row?.version ?? 0);
  const [problem, setProblem] = useState<string | null>(null);
  const [clash, setClash] = useState<Meanwhile | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  /** The row as this form last knew it. */
  const [known, setKnown] = useState(row);
  /** What each field held when it was begun on. */
  const [opened, setOpened] = useState<FormValues>(() => beginning(row, begun));
  const changed = () => changesOf(base, form.getFieldsValue(true));
  // The same ones again draw nothing anew.
  const tellWrong = useCallback(
    (names: readonly string[]) => setWrong((before) => (before.join() === names.join() ? before : names)),
    [],
  );

  // Only what is wrong, or no longer is, is drawn anew: the kit's own check of a whole form draws each field three times.
  const check = () => {
    const standing = form.getFieldsError();
    const found = standing.flatMap(({ name }) => {
      const field = name.join('.');
      return isFormField(field) ? fieldProblems(field, form.getFieldValue(field)) : [];
    });
    const still = new Set(found.map(({ field }) => field));
    const cleared = standing.filter(({ name, errors }) => errors.length > 0 && !still.has(name.join('.')));
    form.setFields(cleared.map(({ name }) => ({ name, errors: [] })) as Parameters<typeof form.setFields>[0]);
    mark(found);
    return found.length === 0;
  };
  const mark = (errors: readonly FieldError[]) => {
    const known = errors.flatMap(({ field, msg }) => {
      const name = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      return form.getFieldInstance(name) || form.isFieldTouched(name) || name.length === 1
        ? [{ name, errors: [msg] }]
        : [];
    });
    form.setFields(known as Parameters<typeof form.setFields>[0]);
    tellWrong(known.map(({ name }) => String(name[0])));
    const [first] = known;
    if (first) form.scrollToField(first.name as [string], { block: 'center', focus: true });
  };
  const compared = async (mine: FormValues, before: Enterprise, current: Enterprise) => {
    const now = formOf(current);
    // Of a closed file all of mine is shown, to be copied down.
    if (!current.abilities.includes('update')) return partings(mine, {}, now);
    const hidden = untold(mine, opened, now);
    const history = hidden.length > 0 ? await readHistory(before.id).catch(() => null) : [];
    return partings(mine, knownBeginning(opened, hidden, history, before.updatedAt), now);
  };
  /** From here on the form stands on a newer row, with what was typed laid over it. */
  const goOnFrom = (current: Enterprise, mine: FormValues): FormValues => {
    const now = formOf(current);
    setVersion(current.version);
    setKnown(current);
    setOpened(now);
    setBase(now);
    form.setFieldsValue({ ...now, ...mine });
    return now;
  };

  const send = useMutation({
    mutationFn: async ({ at, over }: { at: number; over: FormValues }) => {
      const typed: FormValues = form.getFieldsValue(true);
      if (row)
        return updateEnterprise(checked(enterprisePatch, { ...changesOf(over, typed), id: row.id, version: at }));
      const wire = { ...filledOf(typed), entryStatus: entryStatus === 'active' ? '2' : '0' };
      return createEnterprise(checked(enterpriseInput, wire));
    },
    onMutate: () => {
      setProblem(null);
      setClash(null);
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: enterpriseKey });
      onSaved(id);
    },
    onError: async (error, { over }) => {
      if (!(error instanceof ApiError)) return setProblem(error.message);
      if (error.errors.length > 0) {
        mark(error.errors);
        return setProblem(error.kind === 'answered' ? error.message : null);
      }
      if (error.status !== 409 || !row) return setProblem(error.message);
      const current = await readEnterprise(row.id).catch((unread: unknown) =>
        unread instanceof ApiError && unread.status === 404 ? null : undefined,
      );
      if (current === null) return setProblem('这家企业已被删除，无法保存');
      if (current === undefined) return setProblem('内容已被他人修改，最新内容没有读取成功，请重试');
      const mine = changesOf(over, form.getFieldsValue(true));
      const others = othersChanges(known ?? row, current, mine);
      return setClash({ current, others, ...(await compared(mine, known ?? row, current)) });
    },
  });

  return {
    version,
    /** Puts the form back on the row that it was opened with. */
    startOver: () => {
      setVersion(row?.version ?? 0);
      setOpened(beginning(row, undefined));
    },
    /** The row as this form last knew it. */
    known,
    /** What each field held when it was begun on. */
    opened,
    problem,
    clash,
    /** Fields that are wrong now. */
    wrong,
    tellWrong,
    isPending: send.isPending,
    submit: () => {
      if (isUploading || !check()) return undefined;
      if (row && Object.keys(changed()).length === 0) return onSaved(row.id);
      return send.mutate({ at: version, over: base });
    },
    /** Saves over what others saved, but for these fields, which stay theirs. */
    keepMine: (theirs: ReadonlySet<string>) => {
      if (isUploading || !clash || !row) return;
      const mine = Object.entries(changed()).filter(([name]) => !theirs.has(name));
      if (mine.length === 0) return onSaved(row.id);
      const now = goOnFrom(clash.current, Object.fromEntries(mine));
      send.mutate({ at: clash.current.version, over: now });
    },
    /** Goes on after a step that this person took beside the form; what others did besides is asked for at saving. */
    stepTaken: async () => {
      const current = known && (await readEnterprise(known.id).catch(() => null));
      if (current && version === known.version && current.version === version + 1) goOnFrom(current, changed());
    },
    /** Gives up what was typed for what others saved. */
    takeTheirs: () => {
      if (!clash) return;
      goOnFrom(clash.current, {});
      setClash(null);
    },
  };
}

// A draft that was begun on an older row knows of its own fields alone what stood there; an old one not even that.
function beginning(row: Enterprise | null, begun: Pick<Draft, 'version' | 'before'> | undefined): FormValues {
  if (!row) return {};
  if (begun === undefined || begun.version === row.version) return formOf(row);
  return begun.before === undefined ? {} : { ...formOf(row), ...begun.before };
}

/** A form's way to the server. */
export type Save = ReturnType<typeof useSave>;
