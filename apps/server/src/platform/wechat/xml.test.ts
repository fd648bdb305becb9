import { expect, test } from 'vitest';
import { readXml, textIn, XmlRefused } from './xml.ts';

test('S60: preserves text of WeChat XML exactly', () => {
  const root = readXml('<xml><a><![CDATA[ 你好<b>&amp;]]]]><![CDATA[> 😀 \n]]></a><b>1 &lt; 2 &amp;amp;</b><c/></xml>');
  expect(textIn(root, 'a')).toBe(' 你好<b>&amp;]]> 😀 \n');
  expect(textIn(root, 'b')).toBe('1 < 2 &amp;');
  expect(textIn(root, 'c')).toBe('');
  expect(textIn(root, '__proto__')).toBeNull();
});

const hostile: Record<string, string> = {
  'billion laughs': `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY l2 "&lol;&lol;">]><xml><a>&l2;</a></xml>`,
  'external entity': `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><xml><a>&x;</a></xml>`,
  'numeric references': `<xml><a>${'&#x41;'.repeat(100_000)}</a></xml>`,
  'depth 10⁴': '<xml>'.repeat(10_000),
  '10⁵ elements': `<xml>${'<a>1</a>'.repeat(100_000)}</xml>`,
  'a comment': '<xml><!-- a --><a>1</a></xml>',
  'an instruction': '<?xml version="1.0"?><xml><a>1</a></xml>',
  attributes: '<xml a="1"><a>1</a></xml>',
  'elements that cross': '<xml><a><b></a></b></xml>',
  'two documents': '<xml></xml><xml></xml>',
  'no document': '{"a":1}',
  nothing: '',
};
test.each(Object.entries(hostile))('S60: refuses WeChat XML with %s within 100 ms', (_name, source) => {
  const since = performance.now();
  expect(() => readXml(source)).toThrow(XmlRefused);
  expect(performance.now() - since).toBeLessThan(100);
});
