// The hashes that databases recorded before the hash ignored comments, by migration.
export const earlierHashes: Readonly<Record<string, string>> = {
  '0105-baseline': 'de5b1717b2039ce1b8965e69d20f9ab9d6fc54967495ba2f5f0ee2f37052871e',
  '0106-rate-of-columns.sql': '6c4aac44d1864ebd6069e8c916674a1012317134edd0f21e231c795402216575',
  '0107-seeded-hashes.sql': '2b36147715da521c34332307f767cb92340b1133f76f91d311acef54da1f5443',
  '0108-seed-edition.sql': 'f21549978a7fa0c653fd1a7afa463f94fba3ff5c3c3c098a9fd4c5921ef46bbc',
  '0109-account-claims.sql': '5150386d1f805bc0cc9502f6b8d46304146d254bad7a504ea849dd07a121ef0c',
  '0110-times-of-work.sql': '9d4edf63fe1ea4b42eb72580151fa2e39779f1fae7668da25a41ff32cc7aae7a',
  '0111-phone-report.sql': '8f6d98f0a6850c88d42cac52e05ffb77d65094820d8c4602c1d85402275515d1',
  '0112-presence-proof.sql': '83229baa1a55413b5349591057e14616218f1ca635d661a78a763d6f9822a47b',
  '0113-role-grants.sql': '6094361ae5d8b595dd86d6d114a456b95267f9e7d3a9848dba850dbb44cc1c1a',
  '0114-unused-indexes.sql': 'e45ad8eab6ef026ed0ad3ff9e9cb66a23441d18db59efd3d300e3d53569c1aad',
  '0115-row-security.sql': 'd9b47adc0034784f9717aa1e7aad77c09073a665999fe91ad3125c9fccf95e42',
  '0116-counted-facts.sql': '61a1cb16e146f0e9ef26ae8722dda117ea2e5fa063fc85118230551e93b00f9a',
  '0117-officers.sql': 'e49f5b6570a43d9224638ab80fcb560bb81d334f6b3dc34cda840bb96b6deb14',
  '0118-counted-deaths.sql': 'ebfd815d10b0d840c46a9ad71eed7016a8131ec49a1f772428e24e1fe15b4210',
};
