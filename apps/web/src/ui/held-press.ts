// What a mouse presses and the keyboard then stands at.
const pressable = 'button, a[href], label, [role=button]';

// A text field shows that it has the keyboard, and what a script gives it to next would show it, too; a press never does.
const quietly = { preventScroll: true, focusVisible: false };

/**
 * A field that is left may say what is wrong with it, and everything below moves on: a button would slip from under the
 * pointer before it is let go, and the press be lost. In a form of a dialog the keyboard therefore goes to what is
 * pressed when the press ends, just before it acts, and not when it begins. Answers what ends it.
 */
export function holdPresses(): () => void {
  let held: HTMLElement | null = null;
  const begin = (event: MouseEvent) => {
    held = null;
    const { activeElement: field } = document;
    // What wants to leave the keyboard where it is says so by itself.
    if (event.button !== 0 || event.defaultPrevented || !(event.target instanceof Element) || !field?.closest('form'))
      return;
    const pressed = event.target.closest<HTMLElement>(pressable);
    if (!pressed || pressed.contains(field) || !pressed.closest('[role=dialog]')?.contains(field)) return;
    event.preventDefault();
    held = pressed;
  };
  const end = ({ target }: MouseEvent) => {
    const pressed = held;
    held = null;
    if (!pressed || !(target instanceof Node) || !pressed.contains(target)) return;
    (pressed instanceof HTMLLabelElement ? pressed.control : pressed)?.focus(quietly);
  };
  document.addEventListener('mousedown', begin);
  document.addEventListener('click', end, true);
  return () => {
    document.removeEventListener('mousedown', begin);
    document.removeEventListener('click', end, true);
  };
}
