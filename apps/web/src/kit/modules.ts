import type { Permit } from '@anlan/contract/permits';
import { createContext, createElement, Suspense, useMemo, type FunctionComponent, type ReactNode } from 'react';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { usePerson } from '#lib/current-user.ts';
import type { IconName } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import type { Values } from './resource.ts';

const DeclaredPicker = lazyPart(async () => (await import('./declared-picker.tsx')).DeclaredPicker);

export interface PickerProps {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  valueName?: string | undefined;
}

/** The enterprise to which the form's row belongs. Pickers offer only records of that enterprise. */
export const OwnerContext = createContext<string | null>(null);

export interface Reference {
  picker?: FunctionComponent<PickerProps>;
  pick?: Values;
  link?: { permit: Permit; to: (id: string) => string };
}
export type References = Readonly<Record<string, Reference>>;

export interface ModulePage {
  component: string;
  heading: string;
  icon: IconName;
}

export interface ModuleIndex {
  page?: ModulePage;
  pages?: InsidePage[];
  references?: References;
}

const referenceByTarget = new Map<string, Reference>();

export function addReferences(references: References): void {
  for (const [target, reference] of Object.entries(references)) referenceByTarget.set(target, reference);
}

export function ReferencePicker({ target, ...props }: PickerProps & { target: string | undefined }): ReactNode {
  const { picker, pick } = referenceByTarget.get(target ?? '') ?? {};
  if (picker) return createElement(picker, props);
  return createElement(
    Suspense,
    { fallback: createElement(Skeleton, { height: 32 }) },
    createElement(DeclaredPicker, { ...props, target: target ?? '', pick }),
  );
}

export type LinkTo = (target: string, id: string) => string | null;

export function useLinks(): LinkTo {
  const permissions = usePerson((held) => held.info?.permissions);
  return useMemo(
    () => (target, id) => {
      const link = referenceByTarget.get(target)?.link;
      return link && permissions?.includes(link.permit) ? link.to(id) : null;
    },
    [permissions],
  );
}
