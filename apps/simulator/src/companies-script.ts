export const companiesScript = String.raw`
function drawCompanies({ refusal, hits, companies }) {
  const choice = menu('服务', Object.entries(facts.refusals), refusal,
    (next) => post('/_ctl/companies', { refusal: next }));
  const paid = made('p', '已计费 ' + hits + ' 次', 'meta');
  put([choice, paid, ...companies.map((one) => {
    const node = card(one.regStatus, one.industry);
    const code = pressed(one.creditCode, '', () => navigator.clipboard.writeText(one.creditCode));
    code.title = '点击复制';
    const acts = made('div', '', 'acts');
    acts.append(code);
    node.append(made('p', one.name), acts);
    return node;
  })], '');
}
`;
