import { create } from 'zustand';
import { onSignal } from '#lib/app-events.ts';
import type { dialogs } from './dialogs/registry.ts';

export type DialogName = keyof typeof dialogs;

export interface OpenDialog {
  name: DialogName;
  from: HTMLElement | null;
}

export const useDialogs = create<{ open: readonly OpenDialog[] }>(() => ({ open: [] }));

export const closeDialogs = (): void => useDialogs.setState({ open: [] });

onSignal('ended', closeDialogs);
// When the session ends elsewhere, all dialogs close, so that no dialog hides the message about the end of the
// session.
onSignal('dismissed', closeDialogs);

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Opens a dialog. Closing it returns the focus to `from`, by default the element that is focused now. */
export function openDialog(name: DialogName, from: HTMLElement | null = focused()): void {
  useDialogs.setState(({ open }) => (open.some((one) => one.name === name) ? {} : { open: [...open, { name, from }] }));
}

onSignal('purchase', () => openDialog('vip'));

export const closeDialog = (name: DialogName): void =>
  useDialogs.setState(({ open }) => ({ open: open.filter((one) => one.name !== name) }));
