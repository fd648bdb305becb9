import { createElement, Suspense, useCallback, useEffect, type ComponentType } from 'react';
import { lazyPart, type Fetched } from '#ui/lazy-part.tsx';
import { closeDialog, closeDialogs, useDialogs, type DialogName, type OpenDialog } from '../dialogs.ts';
import type { DialogProps } from './registry.ts';

const parts = new Map<DialogName, Fetched<DialogProps>>();

function partOf(name: DialogName): Fetched<DialogProps> {
  const existing = parts.get(name);
  if (existing) return existing;
  const part = lazyPart(async (): Promise<ComponentType<DialogProps>> => {
    const { dialogs } = await import('./registry.ts');
    return (await dialogs[name]()).Dialog;
  });
  parts.set(name, part);
  return part;
}

/** Prefetches a dialog that may be opened without a network. */
export const fetchDialog = (name: DialogName): void => void partOf(name).ahead();

export function DialogHost() {
  const { open } = useDialogs();
  // Closes all dialogs when this host unmounts, so that none is open after the screen is unlocked.
  useEffect(() => closeDialogs, []);
  return open.map((one) => <Opened key={one.name} {...one} />);
}

function Opened({ name, from }: OpenDialog) {
  const close = useCallback(() => closeDialog(name), [name]);
  useEffect(() => () => from?.focus(), [from]);
  return <Suspense>{createElement(partOf(name), { onClose: close })}</Suspense>;
}
