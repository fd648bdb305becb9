export const columns = {
  // Only one version of each kind may be in force, so these rows are drafts or superseded.
  contentInfo: {
    state: `(array['draft', 'superseded'])[1 + n % 2]`,
    edition: 'null::int',
    publishedAt: 'null::timestamptz',
  },
};
