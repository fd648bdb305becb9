import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { factorState } from '#lib/factor-state.ts';

/** For a reviewer without two-step verification: how to enable it, because approval asks for a code. */
export function FactorNote() {
  const { data } = useQuery(factorState);
  if (!data || data.enabled) return null;
  return (
    <span className="order-fault">
      同意退款要动态码，<Link to="/info/index?tab=factor">先启用两步验证</Link>
    </span>
  );
}
