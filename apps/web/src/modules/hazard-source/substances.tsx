import type { HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';
import { FieldControl, type Control } from '#kit/controls.tsx';

/** The substances of a source, with S while they are typed. */
export const Substances: Control = (props) => {
  // The form holds what the declaration's schema says, or what is not finished yet.
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
