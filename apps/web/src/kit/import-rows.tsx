import { limits } from '@anlan/contract/limits';
import { importKeyOf } from '@anlan/contract/kit/import';
import { useQueryClient } from '@tanstack/react-query';
import { ImportWizard } from '#widgets/import/import-wizard.tsx';
import { specOf, type Bound } from './resource.ts';

const { bytes, rows } = limits.resourceImport;

/** Brings rows of a resource in as a file: template, dry run, what the person decides, progress. */
export function ImportRows({ bound, onClose }: { bound: Bound; onClose: () => void }) {
  const client = useQueryClient();
  const { of, importing } = bound;
  if (!importing) return null;
  const identity = importKeyOf(of).map((key) => specOf(of, key).label);
  return (
    <ImportWizard
      calls={importing}
      subject={{
        noun: of.label,
        counter: of.counter,
        identity: identity.join('、'),
        maxBytes: bytes,
        maxRows: rows,
        mayActivate: false,
      }}
      onWritten={() => void client.invalidateQueries({ queryKey: bound.key })}
      onClose={onClose}
    />
  );
}
