export const facesScript = String.raw`
function drawFaces({ result, asked }) {
  const choice = menu('比对结果', Object.entries(facts.faceResults), result,
    (next) => post('/_ctl/face', { result: next }));
  put([choice, made('p', '已比对 ' + asked + ' 次；照片不保存', 'meta')], '');
}
`;
