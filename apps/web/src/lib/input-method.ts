/**
 * Hides the keys that an input method consumes from every handler, so that they choose, submit and move nothing. Safari
 * sends the last of them after the composition, with key code 229. The rich text editor handles its own.
 */
export const hideKeysOfInputMethods = () =>
  addEventListener(
    'keydown',
    (event) => {
      const isConsumed = event.isComposing || event.keyCode === 229;
      if (isConsumed && /^(INPUT|TEXTAREA)$/.test((event.target as Element).nodeName)) event.stopImmediatePropagation();
    },
    true,
  );
