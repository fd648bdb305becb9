// Blocking on purpose, and in words that every browser reads: where one is too old, its page says what to open instead.
(function () {
  const css = window.CSS && CSS.supports ? CSS : null;
  const root = document.getElementById('root');
  const told = document.getElementById('too-old');
  // Chromium 109, Safari 15.4 and Firefox 115 have all of these; what else is newer is filled in (lib/fills.ts).
  const current =
    css &&
    css.supports('height', '1dvh') &&
    Array.prototype.findLast &&
    Object.hasOwn &&
    window.structuredClone &&
    window.BroadcastChannel &&
    (Array.prototype.toSorted || !css.supports('-moz-appearance', 'none'));
  if (current) return;
  // Without its place the page does not start.
  root.parentNode.removeChild(root);
  if (told.content) document.body.appendChild(told.content.cloneNode(true));
})();
