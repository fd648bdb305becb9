import { limits } from '@anlan/contract/limits';
import { importKeyOf } from '@anlan/contract/kit/import';
import { useQueryClient } from '@tanstack/react-query';
import { ImportWizard } from '#widgets/import/import-wizard.tsx';
import type { ImportSubject } from '#widgets/import/rules.ts';
import { specOf, type Bound } from './resource.ts';

const { bytes, rows } = limits.resourceImport;

/** What differs from the import of a declared resource. It is a function, because it may depend on permits. */
export type ImportLook = () => Partial<ImportSubject>;

interface Props {
  bound: Bound;
  look: ImportLook | undefined;
  /** Id of a validated import that waits for confirmation. */
  checked: string | undefined;
  onClose: () => void;
}

export function ImportRows({ bound, look, checked, onClose }: Props) {
  const client = useQueryClient();
  const { of, importing } = bound;
  if (!importing) return null;
  const identity = importKeyOf(of).map((key) => specOf(of, key).label);
  return (
    <ImportWizard
      checked={checked}
      calls={importing}
      subject={{
        noun: of.label,
        counter: of.counter,
        identity: identity.join('、'),
        maxBytes: bytes,
        maxRows: rows,
        mayActivate: false,
        ...look?.(),
      }}
      onWritten={() => void client.invalidateQueries({ queryKey: bound.key })}
      onClose={onClose}
    />
  );
}
