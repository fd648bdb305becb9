// Parses a posted form strictly: refuses duplicate names and invalid UTF-8.
const mostFields = 80;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

export function formOf(body: Buffer): Record<string, string> | null {
  let text: string;
  try {
    text = strict.decode(body);
  } catch {
    return null;
  }
  const pairs = text.split('&', mostFields + 1);
  if (pairs.length > mostFields) return null;
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at <= 0) return null;
    const [name, value] = [unescaped(pair.slice(0, at)), unescaped(pair.slice(at + 1))];
    if (name === null || value === null || !/^[a-z0-9_]{1,64}$/i.test(name) || fields.has(name)) return null;
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
