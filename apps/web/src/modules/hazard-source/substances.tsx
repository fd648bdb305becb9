import type { HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';
import { FieldControl, type Control } from '#kit/controls.tsx';

export const Substances: Control = (props) => {
  // The form value is untyped. The form schema guarantees an array; entries may be incomplete.
  const rows = (Array.isArray(props.value) ? props.value : []) as Partial<HazardSubstance>[];
  const ratio = rows.reduce(
    (sum, { amountT, thresholdT }) => sum + (amountT && thresholdT ? amountT / thresholdT : 0),
    0,
  );
  return (
    <>
      <FieldControl {...props} />
      {rows.length > 0 && (
        <span className="sub">
          S = {ratio.toFixed(2)}，{ratio >= 1 ? '构成重大危险源' : '不构成重大危险源'}
        </span>
      )}
    </>
  );
};
