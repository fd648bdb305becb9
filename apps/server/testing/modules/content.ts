export const columns = {
  // One version of a kind is in force.
  contentInfo: {
    state: `(array['draft', 'superseded'])[1 + n % 2]`,
    edition: 'null::int',
    publishedAt: 'null::timestamptz',
  },
};
