/**
 * Hides the keys that an input method consumes (key code 229) from every element, so that they choose, submit and move
 * nothing. Other listeners of the window still learn that the person is typing.
 */
export const hideKeysOfInputMethods = () =>
  addEventListener('keydown', (event) => event.keyCode === 229 && event.stopPropagation(), true);
