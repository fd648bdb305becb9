import { expect, test } from 'vitest';
import { framesIn, frameText, heartBeats, StompRefused, versionOf } from './stomp.ts';

test('CA-11: chooses the highest offered STOMP version, and 1.0 when none is offered', () => {
  expect([undefined, '1.0,1.1', '1.1,1.2', '1.2', '2.0'].map(versionOf)).toEqual(['1.0', '1.1', '1.2', '1.2', null]);
});

test('CA-11: uses only the STOMP escapes of the protocol version', () => {
  const text = 'SEND\ndestination:/a\\cb\\n\nx:1\nx:2\n\nhi\0';
  expect(framesIn(text, '1.0').frames[0]?.headers).toEqual({ destination: '/a\\cb\\n', x: '1' });
  const one = 'SEND\ndestination:/a\\cb\\\\\nx:1\nx:2\n\nhi\0\n\n';
  expect(framesIn(one, '1.1')).toEqual({
    frames: [{ command: 'SEND', headers: { destination: '/a:b\\', x: '1' }, body: 'hi' }],
    rest: '',
  });
  expect(() => framesIn('SEND\na:\\r\n\n\0', '1.1')).toThrow(StompRefused);
  expect(framesIn('SEND\na:\\r\n\n\0', '1.2').frames[0]?.headers).toEqual({ a: '\r' });
  expect(() => framesIn('SEND\na:\\t\n\n\0', '1.2')).toThrow(StompRefused);
  expect(frameText('MESSAGE', { a: 'b:c\r' }, '', '1.1')).toBe('MESSAGE\na:b\\cc\r\n\n\0');
});

test('CA-11: counts STOMP bodies in bytes', () => {
  const whole = 'SEND\r\ndestination:test\r\ncontent-length:7\r\n\r\n安全\0\0';
  expect(framesIn(whole, '1.2').frames[0]?.body).toBe('安全\0');
  expect(framesIn(whole.slice(0, 30), '1.2')).toEqual({ frames: [], rest: whole.slice(0, 30) });
  expect(() => framesIn('no frame\n\n\0', '1.2')).toThrow(StompRefused);
});

test('CA-11: uses the STOMP heart-beat interval of the slower side', () => {
  expect(heartBeats('5000,20000', { sends: 10_000, wants: 10_000 })).toEqual({ send: 20_000, expect: 10_000 });
  expect(heartBeats('0,0', { sends: 10_000, wants: 10_000 })).toEqual({ send: 0, expect: 0 });
  expect(heartBeats(undefined, { sends: 10_000, wants: 10_000 })).toEqual({ send: 0, expect: 0 });
});
