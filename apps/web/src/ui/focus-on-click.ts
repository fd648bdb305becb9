// Elements that should get the focus when clicked.
const pressable = 'button, a[href], label, [role=button]';

// When a script moves the focus from a text field, the browser shows a focus ring. After a mouse click no ring must
// show.
const quietly = { preventScroll: true, focusVisible: false };

/**
 * A blurred field may show an error and shift the layout, so a button would move away from the pointer before mouseup.
 * In dialog forms the focus therefore moves at click, not at mousedown. Returns a stop function.
 */
export function focusOnClick(): () => void {
  let held: HTMLElement | null = null;
  const begin = (event: MouseEvent) => {
    held = null;
    const { activeElement: field } = document;
    // A handler that must not lose the focus has called preventDefault. Then the focus does not move.
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
