// Builds small mp4 files without a picture. Their boxes name a codec.

export function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
const nested = (types: readonly string[], body: Buffer): Buffer =>
  types.toReversed().reduce((inner, type) => box(type, inner), body);

/** Builds an mp4 with tracks in these codecs. `place`: whether the index is before or after the media data. */
export function movieOf(codecs: readonly string[], place: 'front' | 'end', pictureBytes = 5_000): Buffer {
  const tracks = codecs.map((codec) => {
    const stsd = box('stsd', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec, Buffer.alloc(78))]));
    return nested(['trak', 'mdia', 'minf', 'stbl'], stsd);
  });
  const moov = box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), ...tracks]));
  const kind = box('ftyp', Buffer.from('isom\x00\x00\x02\x00isommp41', 'latin1'));
  const pictures = box('mdat', Buffer.alloc(pictureBytes, 7));
  return Buffer.concat(place === 'front' ? [kind, moov, pictures] : [kind, pictures, moov]);
}
