import type { ComponentProps } from 'react';
import { useTabId } from '#ui/tab-context.tsx';
import { CountLink } from '#widgets/count-link.tsx';

/** A number or name that links to its rows in the same tab. Back returns to the previous page. */
export const RowsLink = (props: ComponentProps<typeof CountLink>) => (
  <CountLink {...props} state={{ tab: useTabId() }} />
);
