/**
 * Hides the keys that an input method consumes (key code 229) from every handler, so that they choose, submit and move
 * nothing. The rich text editor handles its own.
 */
export const hideKeysOfInputMethods = () =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.keyCode === 229 && !(event.target as HTMLElement).isContentEditable) event.stopImmediatePropagation();
    },
    true,
  );
