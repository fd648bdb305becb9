// Blocking on purpose: sets theme, accent, density and motion before the first paint, so that nothing flashes.
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
})();
