import { BlockList, isIP } from 'node:net';

const ranges = (family: 'ipv4' | 'ipv6', list: string) => {
  const made = new BlockList();
  for (const entry of list.split(' ')) {
    const [base = '', bits = ''] = entry.split('/', 2);
    made.addSubnet(base, Number(bits), family);
  }
  return made;
};

// IPv4 ranges that are not public: this network, private, CGNAT, loopback, link-local with cloud metadata, test,
// multicast.
const reserved4 = ranges(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);
// Only one IPv6 block is public. The reserved ranges inside it are excluded too.
const public6 = ranges('ipv6', '2000::/3');
const reserved6 = ranges('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20');

/** Whether an address is public. False for every IPv4 address written in IPv6 form. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved4.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

export function isListed(address: string, list: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return list.some((entry) => {
    const [base = '', bits] = entry.split('/', 2);
    if (isIP(base) === 0 || (isIP(base) === 6 ? 'ipv6' : 'ipv4') !== family) return false;
    const one = new BlockList();
    one.addSubnet(base, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
    return one.check(address, family);
  });
}
