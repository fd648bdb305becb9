// Creates file names for a zip that every file system accepts.

const longest = 80;
// Windows rejects these names with any extension.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function safeName(name: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e]/g, '_').trim();
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, longest)
    .join('')
    .replace(/[. ]+$/, '');
  const whole = `${stem}${ending}`.replace(/^\.+/, '');
  if (whole === '') return '未命名';
  return reserved.test(whole) ? `_${whole}` : whole;
}

/** Returns a function that makes names unique within a folder, ignoring case. */
export function createNaming(): (folder: string, name: string) => string {
  const usedNames = new Set<string>();
  return (folder, name) => {
    const safe = safeName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${count === 1 ? safe : `${stem} (${count})${ending}`}`;
      if (usedNames.has(path.toLowerCase())) continue;
      usedNames.add(path.toLowerCase());
      return path;
    }
  };
}
