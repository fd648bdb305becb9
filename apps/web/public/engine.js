// This script blocks rendering on purpose and uses old syntax, so that an outdated browser shows which browsers work.
(function () {
  const css = window.CSS && CSS.supports ? CSS : null;
  const root = document.getElementById('root');
  const told = document.getElementById('too-old');
  // Features that Chromium 109, Safari 15.4 and Firefox 115 all support. lib/polyfills.ts adds missing functions.
  const current =
    css &&
    css.supports('height', '1dvh') &&
    Array.prototype.findLast &&
    Object.hasOwn &&
    window.structuredClone &&
    window.BroadcastChannel &&
    (Array.prototype.toSorted || !css.supports('-moz-appearance', 'none'));
  if (current) return;
  // An unsupported browser: without the root element the app does not start, and the browser notice replaces it.
  root.parentNode.removeChild(root);
  if (told.content) document.body.appendChild(told.content.cloneNode(true));
})();
