// Finds optional packages that the lock file names but does not lock. npm writes such a file when the registry lacks
// the package (usually the binary of another platform), but `npm ci` refuses it.
const placesOf = (home, name) => {
  const places = [];
  for (let at = home; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    places.push(at ? `${at}/node_modules/${name}` : `node_modules/${name}`);
    if (!at) return places;
  }
};

/** Finds optional packages that are named in the lock file but not locked: [entry, name]. */
export function unlockedOptionals(lock) {
  return Object.entries(lock.packages).flatMap(([home, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !placesOf(home, name).some((place) => place in lock.packages))
      .map((name) => [home, name]),
  );
}
