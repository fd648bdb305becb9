/**
 * Hides the keys that an input method consumes (key code 229) from every handler, so that they choose, submit and move
 * nothing.
 */
export const hideKeysOfInputMethods = () =>
  addEventListener('keydown', (event) => event.keyCode === 229 && event.stopImmediatePropagation(), true);
