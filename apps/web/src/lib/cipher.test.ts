import { describe, expect, it } from 'vitest';
import { decryptAnswer, encryptPassword } from './cipher.ts';

const key = '0123456789abcdef';

describe('ciphers of the API', () => {
  it('give the test vectors of the contract', () => {
    expect(encryptPassword('Admin@12345', key, 'CBC')).toBe('vnfkFcya8tN3tU+tvS16dQ==');
    expect(encryptPassword('Admin@12345', key, 'CFB')).toBe('MxYT4XCczDMzky0=');
  });

  it('chain over several blocks as in OpenSSL', () => {
    const text = '一个很长的密码，超过十六个字节 and more than thirty-two of them';
    expect(encryptPassword(text, key, 'CBC')).toBe(
      'TNNEgNKS0qgp5eqKjEq+64WEMkwtoLbhd8sT5Ae052hS/fdVqLvbXmbRMpJtm7k/JICAL9KnE9AghAqd4TTfR+hgH9BRUpK1uOTy+1/qwkM=',
    );
    expect(encryptPassword(text, key, 'CFB')).toBe(
      'lsr+bKZ2GL+ITo3XnpMxgDu5IIf+MJTO0BePFIUh4veBkYAxuLiZytohgd03DfGeDNcxOTn/gVkLozVX7qn7CcB0Hb1IUvHmUlPgBGi7',
    );
  });

  it('decrypt OpenSSL output', () => {
    expect(decryptAnswer('5iLi0qK7w4JrCQpZAIZGsCDV9RM16DJgXzM1FZz7Elk=', key)).toBe('{"records":["安澜",1,null]}');
    expect(decryptAnswer('GqS+s6xdPcgWrnSRMtOGSA==', key)).toBe('{"a":"1234567"}');
  });
});
