import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Button, Form } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '#ui/form/draft.ts';
import { later } from '#ui/later.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useClean, useDirty } from '#ui/tab-scope.tsx';
import { useSteady } from '#ui/use-steady.ts';
import { useHolds } from '#lib/person.ts';
import { Uploading, useUploading } from '#widgets/uploading.ts';
import { beforeOf, changesOf, draftOf, filledOf, formOf, type FormField, type FormValues } from '../rules.ts';
import { EnterpriseForm } from './enterprise-form.tsx';
import { useSave } from './use-save.ts';

// Few open it, so that no form carries it.
const StepDialog = later(async () => (await import('./step-dialog.tsx')).StepDialog);

/** What the drawer is open for: a row to change, or a new one. */
export interface DrawerTarget {
  row: Enterprise | null;
  /** The field to begin at. */
  focus?: FormField | undefined;
}

/** Under which name a draft is kept. */
const placeOf = (row: Enterprise | null) => `enterprise-${row?.id ?? 'new'}`;

interface Props {
  target: DrawerTarget | null;
  onSaved: (id: string, isNew: boolean) => void;
  onClose: () => void;
}

/** The drawer to enter or change an enterprise; the tab is marked while it holds unsaved input. */
export function EnterpriseDrawer({ target, onSaved, onClose }: Props) {
  const [changed, setChanged] = useState(false);
  const [drafted, setDrafted] = useState(true);
  const [uploading, setUploading] = useState(false);
  // A draft outlives a reload of the page; classified fields and files on their way stand in none.
  useDirty(target !== null && (changed || uploading), drafted && !uploading, target ? placeOf(target.row) : undefined);
  const clean = useClean();
  if (!target) return null;
  // It may go at once with what it was open for.
  const close = () => {
    setChanged(false);
    clean();
    onClose();
  };
  return (
    <OpenDrawer
      key={target.row?.id ?? 'new'}
      target={target}
      changed={changed || uploading}
      onChanged={setChanged}
      onUploading={setUploading}
      onDrafted={setDrafted}
      onClose={close}
      onSaved={(id) => {
        setChanged(false);
        clean();
        onSaved(id, target.row === null);
      }}
    />
  );
}

interface OpenProps {
  target: DrawerTarget;
  changed: boolean;
  onChanged: (changed: boolean) => void;
  onDrafted: (drafted: boolean) => void;
  onUploading: (uploading: boolean) => void;
  onSaved: (id: string) => void;
  onClose: () => void;
}

// Holds all state outside the drawer, which goes and comes with its tab.
function OpenDrawer({
  target: { row, focus },
  changed,
  onChanged,
  onDrafted,
  onUploading,
  onSaved,
  onClose,
}: OpenProps) {
  const [form] = Form.useForm<FormValues>();
  const [base, setBase] = useState<FormValues>(() => (row ? formOf(row) : {}));
  const place = placeOf(row);
  const [draft, setDraft] = useState(() => readDraft(place));
  const [initial] = useState<FormValues>(() => ({ ...base, ...draft?.values }));
  // Stays as it was opened: sections that stand do not go.
  const [whole] = useState(focus !== undefined || draft !== undefined);
  const [leaving, setLeaving] = useState(false);
  const [entryStatus, setEntryStatus] = useState<'draft' | 'active'>('draft');
  const mayAudit = useHolds('bus:enterprise:audit');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [moving, setMoving] = useState(false);
  const { isUploading, tell } = useUploading();
  useEffect(() => {
    onUploading(isUploading);
    return () => onUploading(false);
  }, [isUploading, onUploading]);
  const begun = draft?.version;
  const save = useSave({
    form,
    base,
    setBase,
    row,
    begun: draft,
    entryStatus: mayAudit ? entryStatus : undefined,
    isUploading,
    onSaved: (id) => {
      discard();
      onSaved(id);
    },
  });
  // A file that was on its way tells of its end here, also once all is given up.
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (begun !== undefined) onChanged(true);
  }, [begun, onChanged]);

  const look = () => {
    const now: FormValues = form.getFieldsValue(true);
    const typed = row ? changesOf(base, now) : filledOf(now);
    const different = Object.keys(typed).length > 0;
    onChanged(different);
    onDrafted(Object.keys(draftOf(typed)).length === Object.keys(typed).length);
    // Of a row only what was typed: put back over what others have saved since, the rest would undo theirs.
    const values = draftOf(typed);
    if (different) writeDraft(place, { version: save.version, values, before: beforeOf(values, save.opened) });
    else dropDraft(place);
  };
  const typed = useSteady(() => {
    if (isOver.current) return;
    setLeaving(false);
    onChanged(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(look, 300);
  });
  const discard = () => {
    clearTimeout(timer.current);
    dropDraft(place);
    onChanged(false);
  };
  const clear = () => {
    discard();
    setDraft(undefined);
    save.startOver();
    form.setFieldsValue({ ...blank(form.getFieldsValue(true)), ...base });
  };
  const { known } = save;
  const move = useSteady(() => setMoving(true));
  const foot = (
    <div className="form-foot">
      <span role="status">
        {leaving
          ? '有未保存的修改'
          : isUploading
            ? '文件还在上传，传完即可保存'
            : save.wrong.length > 0
              ? `有 ${save.wrong.length} 处需要修改`
              : ''}
      </span>
      {leaving ? (
        <>
          <Button onClick={() => setLeaving(false)}>继续填写</Button>
          <Button
            danger
            onClick={() => {
              discard();
              onClose();
            }}
          >
            放弃修改
          </Button>
        </>
      ) : (
        <>
          <Button onClick={() => (changed ? setLeaving(true) : onClose())}>取消</Button>
          <Button type="primary" loading={save.isPending} disabled={isUploading} onClick={save.submit}>
            保存
          </Button>
        </>
      )}
    </div>
  );

  return (
    <>
      <TabDrawer
        open
        size={560}
        title={row ? '编辑企业' : '新增企业'}
        mask={{ closable: !changed }}
        onClose={() => (changed ? setLeaving(true) : onClose())}
        afterOpenChange={(open) => open && focus && form.scrollToField(focus, { block: 'center', focus: true })}
        footer={foot}
        classNames={{ body: 'form-drawer' }}
      >
        <Uploading value={tell}>
          <EnterpriseForm
            form={form}
            row={known}
            initial={initial}
            save={save}
            onMove={known?.abilities.includes('transfer') ? move : undefined}
            onTyped={typed}
            onTaken={() => {
              discard();
              setDraft(undefined);
            }}
            whole={whole}
            drafted={draft !== undefined}
            onClear={clear}
            entry={row || !mayAudit ? undefined : { value: entryStatus, onChange: setEntryStatus }}
          />
        </Uploading>
      </TabDrawer>
      {moving && known && (
        <Suspense>
          <StepDialog
            row={known}
            step="transfer"
            onClose={() => setMoving(false)}
            onDone={() => {
              setMoving(false);
              void save.stepTaken();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const blank = (values: FormValues) => Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
