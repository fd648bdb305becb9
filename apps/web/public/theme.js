// Blocking on purpose: theme, accent, density and motion stand before the first paint, so nothing flashes (decisions 21).
// Whoever is signed in needs the parts behind sign-in: they are asked for before the bundle runs (decisions 82).
(function () {
  const root = document.documentElement;
  const read = function (name) {
    try {
      return JSON.parse(localStorage.getItem('anlan-' + name)).content;
    } catch {
      return undefined;
    }
  };
  const one = function (value, known, otherwise) {
    return known.indexOf(value) < 0 ? otherwise : value;
  };
  const said = read('settings') || {};
  let theme = one(read('themeName'), ['theme-star', 'theme-black', 'theme-gradual'], 'theme-white');
  if (said.followSystem === true) {
    if (matchMedia('(prefers-color-scheme: dark)').matches) theme = 'theme-black';
    else if (theme === 'theme-black') theme = 'theme-white';
  }
  root.dataset.theme = theme;
  root.dataset.density = one(said.density, ['compact', 'loose'], 'middle');
  if (said.motion === 'reduced') root.dataset.motion = 'reduced';
  const both = read('accentVars');
  const accent = both && both[theme === 'theme-black' ? 'dark' : 'light'];
  if (accent && typeof accent === 'object')
    for (const name in accent)
      if (/^--accent[a-z-]*$/.test(name) && /^#[0-9a-f]{6}$/i.test(accent[name]))
        root.style.setProperty(name, accent[name]);
  const parts = document.currentScript.dataset.ahead;
  // Without a network nothing would come, and the browser would remember it; whoever keeps things here may have none.
  if (!parts || !navigator.onLine || read('kept')) return;
  try {
    if (!sessionStorage.getItem('anlan-access_token')) return;
  } catch {
    return;
  }
  for (const part of parts.split(' ')) {
    const link = document.createElement('link');
    link.rel = part.endsWith('css') ? 'preload' : 'modulepreload';
    link.as = part.endsWith('css') ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = part;
    document.head.appendChild(link);
  }
})();
