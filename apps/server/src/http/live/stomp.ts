// STOMP 1.0, 1.1 and 1.2 text frames. Version 1.0 has no escapes; version 1.1 has no escape for carriage returns.

export type StompVersion = '1.0' | '1.1' | '1.2';
export interface StompFrame {
  command: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
export class StompRefused extends Error {}

const versions: readonly StompVersion[] = ['1.2', '1.1', '1.0'];
/** Highest version that both sides support. A client without a version header uses 1.0. */
export function versionOf(offered: string | undefined): StompVersion | null {
  if (offered === undefined) return '1.0';
  const all = offered.split(',').map((one) => one.trim());
  return versions.find((one) => all.includes(one)) ?? null;
}

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\c': ':', '\\\\': '\\', '\\r': '\r' };
function unescaped(text: string, version: StompVersion): string {
  if (version === '1.0') return text;
  return text.replace(/\\[\s\S]?/g, (one) => {
    const replacement = escapes[one];
    if (replacement === undefined || (one === '\\r' && version === '1.1')) throw new StompRefused('undefined escape');
    return replacement;
  });
}
function escaped(text: string, version: StompVersion): string {
  if (version === '1.0') return text.replace(/[\r\n]/g, ' ');
  const plain = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(':', '\\c');
  return version === '1.2' ? plain.replaceAll('\r', '\\r') : plain;
}

const mostHeaders = 30;

/** Parses one frame without its end mark. When a header is repeated, the first one counts. */
function frameOf(text: string, version: StompVersion): StompFrame {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) throw new StompRefused('a frame without the empty line');
  const [command = '', ...lines] = text.slice(0, end.index).split(/\r?\n/);
  if (!/^[A-Z]{1,20}$/.test(command) || lines.length > mostHeaders) throw new StompRefused('no frame');
  const bare = command === 'CONNECT' || command === 'STOMP' ? '1.0' : version;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) throw new StompRefused('a header without a name');
    const name = unescaped(line.slice(0, colon), bare);
    if (!headers.has(name)) headers.set(name, unescaped(line.slice(colon + 1), bare));
  }
  return { command, headers: Object.fromEntries(headers), body: text.slice(end.index + end[0].length) };
}

/** Splits text into complete frames and an incomplete rest. Line ends between frames are heart-beats. */
export function framesIn(text: string, version: StompVersion): { frames: StompFrame[]; rest: string } {
  const frames: StompFrame[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\r\n]+/, '');
    if (rest === '') return { frames, rest };
    const length = /\r?\n\r?\n/.exec(rest);
    const counted = length && /(?:^|\n)content-length:(\d{1,6})\r?(?:\n|$)/.exec(rest.slice(0, length.index));
    let end = rest.indexOf('\0');
    if (length && counted) {
      // Counted in bytes, because a body may contain the end mark.
      const from = length.index + length[0].length;
      const bytes = Buffer.from(rest.slice(from));
      if (bytes.length <= Number(counted[1])) return { frames, rest };
      end = from + bytes.subarray(0, Number(counted[1])).toString('utf8').length;
      if (rest[end] !== '\0') throw new StompRefused('a body of another length');
    }
    if (end < 0) return { frames, rest };
    frames.push(frameOf(rest.slice(0, end), version));
    rest = rest.slice(end + 1);
  }
}

export function frameText(
  command: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  version: StompVersion,
): string {
  const bare = command === 'CONNECTED' ? '1.0' : version;
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : `${escaped(name, bare)}:${escaped(value, bare)}`,
  );
  const length = body === '' ? [] : [`content-length:${Buffer.byteLength(body)}`];
  return `${[command, ...lines, ...length].join('\n')}\n\n${body}\0`;
}

/** Agrees on the heart-beat intervals of both sides, in milliseconds. 0 means no heart-beats. */
export function heartBeats(
  clientHeader: string | undefined,
  own: { sends: number; wants: number },
): { send: number; expect: number } {
  const [, can = '0', wants = '0'] = /^(\d{1,7}),(\d{1,7})$/.exec(clientHeader ?? '') ?? [];
  return {
    send: own.sends === 0 || Number(wants) === 0 ? 0 : Math.max(own.sends, Number(wants)),
    expect: own.wants === 0 || Number(can) === 0 ? 0 : Math.max(own.wants, Number(can)),
  };
}
