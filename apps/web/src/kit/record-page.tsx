// The page of one record: heading with the actions, strip of states, and parts of the module in the slots.
import type { ReactNode } from 'react';
import { PageHead } from '#ui/page-head.tsx';
import type { Action } from './actions.ts';
import { MoveButtons } from './move-buttons.tsx';
import { RecordHead } from './record-head.tsx';
import { titleOf, type AnyRow, type Bound } from './resource.ts';
import { useMove, type MoveLooks } from './use-move.tsx';
import './record-page.css';

interface Props {
  bound: Bound;
  row: AnyRow;
  sub: ReactNode;
  moves?: MoveLooks;
  /** The state changes that have buttons. The others are under 更多. */
  leading: (acts: readonly Action[]) => readonly Action[];
  /** Buttons before and after those of the state changes. Receives the key of the leading state change. */
  before?: ReactNode;
  after?: ReactNode;
  /** Key of the primary state change; default: the first. */
  primary?: string;
  /** Replaces the strip of states. */
  head?: ReactNode;
  /** Between the strip and the cards. */
  notices?: (acts: readonly Action[]) => ReactNode;
  side: ReactNode;
  children: ReactNode;
}

export function RecordPage({ bound, row, sub, moves: looks, leading, head, notices, side, children, ...rest }: Props) {
  const moves = useMove(bound, looks);
  const acts = moves.actionsOf(row);
  const shown = leading(acts);
  return (
    <>
      <PageHead
        title={titleOf(bound.of, row)}
        sub={sub}
        end={
          <>
            {rest.before}
            <MoveButtons
              acts={shown}
              rest={acts.filter((one) => !shown.includes(one))}
              primary={rest.primary ?? shown[0]?.key}
              isMoving={moves.isPending}
            />
            {rest.after}
          </>
        }
      />
      {head ?? <RecordHead of={bound.of} row={row} />}
      {notices?.(acts)}
      <div className="kit-record">
        <div>{children}</div>
        <aside aria-label="概况">{side}</aside>
      </div>
      {moves.dialog}
    </>
  );
}
