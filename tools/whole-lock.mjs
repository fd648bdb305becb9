// npm locks only what the registry at hand offers, yet `npm ci` refuses a lock file that names an optional package
// (another platform's binary, as a rule) without locking it.
const placesOf = (home, name) => {
  const places = [];
  for (let at = home; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    places.push(at ? `${at}/node_modules/${name}` : `node_modules/${name}`);
    if (!at) return places;
  }
};

/** The optional packages that a lock file names and does not lock: [by which entry, name]. */
export function unlockedOptionals(lock) {
  return Object.entries(lock.packages).flatMap(([home, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !placesOf(home, name).some((place) => place in lock.packages))
      .map((name) => [home, name]),
  );
}
