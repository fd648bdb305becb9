// WeChat emoji codes and the closest Unicode emoji.
const pairs =
  '微笑🙂 撇嘴😒 色😍 发呆😳 得意😎 流泪😢 害羞☺️ 闭嘴🤐 睡😴 大哭😭 尴尬😅 发怒😡 调皮😜 呲牙😁 惊讶😮 难过🙁 抓狂😫 吐🤮 偷笑🤭 愉快😊 白眼🙄 困🥱 惊恐😱 憨笑😄 悠闲😌 疑问🤔 嘘🤫 晕😵 衰😞 敲打🔨 再见👋 擦汗😥 鼓掌👏 坏笑😏 鄙视😤 委屈🥺 快哭了😿 亲亲😘 可怜🥺 西瓜🍉 啤酒🍺 咖啡☕ 猪头🐷 玫瑰🌹 凋谢🥀 爱心❤️ 心碎💔 蛋糕🎂 炸弹💣 便便💩 月亮🌙 太阳☀️ 拥抱🤗 强👍 弱👎 握手🤝 胜利✌️ 抱拳🙏 拳头👊 OK👌 加油💪 红包🧧 庆祝🎉 礼物🎁 捂脸🤦 嘿哈😆 奸笑😏 机智🤓 皱眉😟 耶✌️ 破涕为笑😂';

const facesByCode = new Map(
  pairs.split(' ').map((pair) => {
    const [, code = '', face = ''] = /^([\p{Script=Han}A-Z]+)(.+)$/u.exec(pair) ?? [];
    return [code, face];
  }),
);

export const faces: readonly (readonly [code: string, face: string])[] = [...facesByCode].slice(0, 60);

/** Replaces WeChat emoji codes by Unicode emoji. */
export const withFaces = (text: string): string =>
  text.replace(/\[([\p{Script=Han}]{1,4}|OK)\]/gu, (whole, code: string) => facesByCode.get(code) ?? whole);
