import { create } from 'zustand';
import { onSignal } from '#lib/signals.ts';
import type { dialogs } from './dialogs/registry.ts';

/** A dialog of the shell. */
export type DialogName = keyof typeof dialogs;

/** A dialog that is open, and where the keyboard goes back to after it. */
export interface OpenDialog {
  name: DialogName;
  from: HTMLElement | null;
}

/** The dialogs that are open, in the order they were opened. */
export const useDialogs = create<{ open: readonly OpenDialog[] }>(() => ({ open: [] }));

/** Closes whatever is open. */
export const closeDialogs = (): void => useDialogs.setState({ open: [] });

onSignal('ended', closeDialogs);
// What the shell says then must not stand behind a dialog.
onSignal('dismissed', closeDialogs);

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Opens a dialog from anywhere inside; closing it leads the keyboard back to `from`, or to where it was. */
export function openDialog(name: DialogName, from: HTMLElement | null = focused()): void {
  useDialogs.setState(({ open }) => (open.some((one) => one.name === name) ? {} : { open: [...open, { name, from }] }));
}

onSignal('purchase', () => openDialog('vip'));

/** Closes a dialog. */
export const closeDialog = (name: DialogName): void =>
  useDialogs.setState(({ open }) => ({ open: open.filter((one) => one.name !== name) }));
