// Blocking on purpose: theme, accent and size stand before the first paint, so nothing flashes (decisions 21).
(function () {
  const root = document.documentElement;
  const read = function (name) {
    try {
      return JSON.parse(localStorage.getItem('anlan-' + name)).content;
    } catch {
      return undefined;
    }
  };
  const themes = ['theme-white', 'theme-star', 'theme-black', 'theme-gradual'];
  let theme = read('themeName');
  if (read('themeFollow') === true)
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'theme-black' : 'theme-white';
  root.dataset.theme = themes.indexOf(theme) < 0 ? 'theme-white' : theme;
  const size = read('size');
  root.dataset.size = ['small', 'middle', 'large'].indexOf(size) < 0 ? 'middle' : size;
  const accent = read('accentVars');
  if (accent && typeof accent === 'object')
    for (const name in accent)
      if (/^--accent[a-z-]*$/.test(name) && /^#[0-9a-f]{6}$/i.test(accent[name]))
        root.style.setProperty(name, accent[name]);
})();
