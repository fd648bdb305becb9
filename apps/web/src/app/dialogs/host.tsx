import { createElement, Suspense, useCallback, useEffect, type ComponentType } from 'react';
import { later, type Fetched } from '#ui/later.tsx';
import { closeDialog, closeDialogs, useDialogs, type DialogName, type OpenDialog } from '../dialogs.ts';
import type { DialogProps } from './registry.ts';

const parts = new Map<DialogName, Fetched<DialogProps>>();

function partOf(name: DialogName): Fetched<DialogProps> {
  const known = parts.get(name);
  if (known) return known;
  const part = later(async (): Promise<ComponentType<DialogProps>> => {
    const { dialogs } = await import('./registry.ts');
    return (await dialogs[name]()).Dialog;
  });
  parts.set(name, part);
  return part;
}

/** Fetches a dialog ahead, which somebody may open without a network. */
export const fetchDialog = (name: DialogName): void => void partOf(name).ahead();

/** Where the dialogs of the shell stand. */
export function DialogHost() {
  const { open } = useDialogs();
  // A locked screen that opens again begins without them.
  useEffect(() => closeDialogs, []);
  return open.map((one) => <Opened key={one.name} {...one} />);
}

function Opened({ name, from }: OpenDialog) {
  const close = useCallback(() => closeDialog(name), [name]);
  useEffect(() => () => from?.focus(), [from]);
  return <Suspense>{createElement(partOf(name), { onClose: close })}</Suspense>;
}
