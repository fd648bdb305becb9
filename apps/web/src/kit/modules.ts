import type { Permit } from '@anlan/contract/permits';
import { createContext, createElement, Suspense, useMemo, type FunctionComponent, type ReactNode } from 'react';
import type { InsidePage } from '#lib/inside-page.ts';
import { usePerson } from '#lib/person.ts';
import type { IconName } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { Bones } from '#ui/states.tsx';
import type { Values } from './resource.ts';

const DeclaredPicker = later(async () => (await import('./declared-picker.tsx')).DeclaredPicker);

/** What a picker gets from a form or a filter. */
export interface PickerProps {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  /** Name of what is chosen already. */
  valueName?: string | undefined;
}

/** Whose the rows of a form are: rows of other resources are offered of the same enterprise alone. */
export const Whose = createContext<string | null>(null);

/** What a module gives to those whose rows point at its own: a control to choose one, and the way to one. */
export interface Reference {
  /** Its own control; the search that every declared resource has where it is left out. */
  picker?: FunctionComponent<PickerProps>;
  /** Filter of the rows that may be chosen, for that search. */
  pick?: Values;
  link?: { permit: Permit; to: (id: string) => string };
}
/** Its references by the name of the resource. */
export type References = Readonly<Record<string, Reference>>;

/** The list of a module as the menu and the page itself know it. */
export interface ModulePage {
  /** Page key that a menu entry names. */
  component: string;
  heading: string;
  icon: IconName;
}

/** What a module's index.ts may say to the rest of the web; app/registry.ts collects it. */
export interface ModuleIndex {
  /** The module's list, whose code is its page.tsx. */
  page?: ModulePage;
  /** Pages that no menu entry opens by itself. */
  pages?: InsidePage[];
  references?: References;
}

const known = new Map<string, Reference>();

/** Makes the references of a module known. */
export function addReferences(given: References): void {
  for (const [target, reference] of Object.entries(given)) known.set(target, reference);
}

/** The control that chooses a row of a resource: its module's own, or the search of a declared one. */
export function ReferencePicker({ target, ...props }: PickerProps & { target: string | undefined }): ReactNode {
  const { picker, pick } = known.get(target ?? '') ?? {};
  if (picker) return createElement(picker, props);
  return createElement(
    Suspense,
    { fallback: createElement(Bones, { height: 32 }) },
    createElement(DeclaredPicker, { ...props, target: target ?? '', pick }),
  );
}

/** The way to a row of another resource. */
export type LinkTo = (target: string, id: string) => string | null;

/** Ways to rows of other resources, as far as this person may go there. */
export function useLinks(): LinkTo {
  const permissions = usePerson((held) => held.info?.permissions);
  return useMemo(
    () => (target, id) => {
      const link = known.get(target)?.link;
      return link && permissions?.includes(link.permit) ? link.to(id) : null;
    },
    [permissions],
  );
}
