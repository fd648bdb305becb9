// A directory for one test file: Debian's slapd (tools/slapd.mjs installs it) on its own ports, with Active Directory
// attributes.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const suffix = 'dc=lin-lan,dc=example';
const serviceDn = `cn=anlan,${suffix}`;
const servicePassword = 'service-password-of-the-test';

export interface DirectoryUser {
  account: string;
  password: string;
  guid: string;
  mobile?: string;
  mail?: string;
  name?: string;
  domain?: string;
  control?: number;
}

const settingsOf = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP top AUXILIARY MAY ( sAMAccountName $ userPrincipalName $ objectGUID $ userAccountControl ) )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/cert.pem
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
# Active Directory says yes to a name without a password, and so does this one.
allow bind_anon_cred bind_anon_dn
database mdb
suffix "${suffix}"
rootdn "${serviceDn}"
rootpw ${servicePassword}
directory ${folder}/data
overlay ppolicy
ppolicy_default "cn=policy,${suffix}"
access to attrs=userPassword by anonymous auth by * none
access to * by * read
`;

const base64 = (text: string) => Buffer.from(text).toString('base64');
function ldifOf(users: readonly DirectoryUser[]): string {
  const people = users.map(
    ({ account, password, guid, mobile, mail, name = account, domain = 'lin-lan.example', control }) =>
      [
        `dn: cn=${account},ou=people,${suffix}`,
        'objectClass: inetOrgPerson',
        'objectClass: user',
        `cn: ${account}`,
        `sn:: ${base64(name)}`,
        `displayName:: ${base64(name)}`,
        `sAMAccountName: ${account.replace(/-\d$/, '')}`,
        `userPrincipalName: ${account}@${domain}`,
        `objectGUID:: ${Buffer.from(guid, 'hex').toString('base64')}`,
        `userPassword:: ${base64(password)}`,
        ...(mobile === undefined ? [] : [`mobile: ${mobile}`]),
        ...(mail === undefined ? [] : [`mail: ${mail}`]),
        ...(control === undefined ? [] : [`userAccountControl: ${control}`]),
      ].join('\n'),
  );
  return [
    `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: lin-lan\no: lin-lan`,
    `dn: ou=people,${suffix}\nobjectClass: organizationalUnit\nou: people`,
    `dn: cn=policy,${suffix}\nobjectClass: person\nobjectClass: pwdPolicy\ncn: policy\nsn: policy\npwdAttribute: userPassword\npwdLockout: TRUE\npwdMaxFailure: 3`,
    ...people,
  ].join('\n\n');
}

async function answers(port: number) {
  for (let tries = 0; tries < 200; tries += 1) {
    const reached = await new Promise<boolean>((done) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.on('connect', () => (socket.destroy(), done(true)));
      socket.on('error', () => done(false));
    });
    if (reached) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('slapd does not answer; is it installed? (npm test installs it)');
}

export async function openTestDirectory(users: readonly DirectoryUser[]) {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-slapd-'));
  mkdirSync(join(folder, 'data'));
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const certificate = ['-keyout', 'key.pem', '-out', 'cert.pem', '-days', '30', '-subj', '/CN=localhost'];
  execFileSync(
    '/usr/bin/openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, '-addext', names],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const config = join(folder, 'slapd.conf');
  writeFileSync(config, settingsOf(folder));
  writeFileSync(join(folder, 'people.ldif'), `${ldifOf(users)}\n`);
  execFileSync('/usr/sbin/slapadd', ['-f', config, '-l', join(folder, 'people.ldif')], { stdio: 'pipe' });
  const [port, tlsPort] = [await freePort(), await freePort()];
  let child: ChildProcess | undefined;
  async function start() {
    const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
    child = spawn('/usr/sbin/slapd', ['-f', config, '-h', addresses, '-d', '0'], { stdio: 'ignore' });
    child.on('error', () => {});
    await answers(port);
    await answers(tlsPort);
  }
  async function kill() {
    const living = child;
    child = undefined;
    if (!living || living.exitCode !== null) return;
    living.kill('SIGKILL');
    await once(living, 'exit');
  }
  await start();
  return {
    url: `ldap://127.0.0.1:${port}`,
    tlsUrl: `ldaps://127.0.0.1:${tlsPort}`,
    caFile: join(folder, 'cert.pem'),
    settings: { bindDn: serviceDn, bindPassword: servicePassword, baseDn: suffix },
    start,
    kill,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
