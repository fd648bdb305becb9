import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Suspense, useMemo, useState } from 'react';
import type { FormLook } from '#kit/form-fields.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { ResourceForm, type FormTarget } from '#kit/resource-form.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useStableCallback } from '#ui/use-stable-callback.ts';
import { enterprises } from '../calls.ts';
import { controls, RegionMove } from './form-controls.tsx';
import { fieldTexts } from './field-texts.tsx';
import { moveLooks } from './move-looks.tsx';
import { RegisterPanel } from './register-panel.tsx';
import './enterprise-form.css';

// Load this dialog on demand, because few users open it.
const MoveDialog = lazyPart(async () => (await import('#kit/move-dialog.tsx')).MoveDialog);

const alone = [
  'name',
  'registeredAddress',
  'businessAddress',
  'industryCode',
  'hazardFeatures',
  'highRiskKinds',
  'permitKinds',
  'carTypes',
  'labels',
];

interface Props {
  target: FormTarget<Enterprise> | null;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

export function EnterpriseDrawer({ target, ...props }: Props) {
  return target && <OpenDrawer key={target.row?.id ?? 'new'} target={target} {...props} />;
}

function OpenDrawer({ target, onSaved, onClose }: Props & { target: FormTarget<Enterprise> }) {
  const look = useLook();
  const [opened] = useState(target);
  const [isMoving, setMoving] = useState(false);
  /** The row after this person moved it to another region. */
  const [movedRow, setMovedRow] = useState<AnyRow | null>(null);
  const row: AnyRow | null = movedRow ?? (opened.row && { ...opened.row });
  const move = useStableCallback(() => setMoving(true));
  const onMoved = async () => {
    setMoving(false);
    const now = row && (await enterprises.read(row.id).catch(() => null));
    // Changes of other people in between lead to a conflict when the form is saved.
    if (now?.version === (row?.version ?? 0) + 1) setMovedRow(now);
  };
  return (
    <>
      <RegionMove value={row?.abilities.includes('transfer') ? move : undefined}>
        <ResourceForm
          bound={enterprises}
          target={opened}
          look={look}
          several
          above={(form, onTyped) => <RegisterPanel form={form} onTyped={onTyped} />}
          changedRow={movedRow}
          onSaved={onSaved}
          onClose={onClose}
        />
      </RegionMove>
      {isMoving && row && (
        <Suspense>
          <MoveDialog
            bound={enterprises}
            row={row}
            name="transfer"
            look={moveLooks.transfer}
            onClose={() => setMoving(false)}
            onMoved={() => void onMoved()}
          />
        </Suspense>
      )}
    </>
  );
}

// Officer and organisation fields need the right to list organisations. Only the authority sets the supervisor.
function useLook(): FormLook {
  const organs = useHasPermit('sys:organ:index');
  const enterprises = useHasPermit('bus:enterprise:add');
  const mayAudit = useHasPermit('bus:enterprise:audit');
  return useMemo(
    () => ({
      alone,
      controls,
      texts: fieldTexts,
      without: [
        ...(organs ? [] : ['officerId', 'authorityId']),
        ...(enterprises ? [] : ['parentId', 'supervisionKind', 'labels']),
        ...(mayAudit ? [] : ['entryStatus']),
      ],
    }),
    [organs, enterprises, mayAudit],
  );
}
