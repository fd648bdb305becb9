// Camera of a face check. Takes one small JPEG at a time and stores nothing on this device.
import { faceShotBytes } from '@anlan/contract/modules/learning/face';

const widthMost = 640;
/** A picture with a mean brightness below this value (0 to 255) is too dark to recognise a face. */
const darkBelow = 40;

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: '没有得到使用摄像头的许可。请在浏览器地址栏的网站设置中允许摄像头，再点“重新打开摄像头”',
  NotFoundError: '没有找到摄像头。请接上摄像头，或换手机学习',
  NotReadableError: '摄像头正被其他程序使用。请关掉其他程序，再点“重新打开摄像头”',
};

/** Opens the front camera. Throws an error with a message for the user. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers hide the camera API on pages without TLS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new Error('当前网址不能使用摄像头（需要 https）。请用单位公布的 https 网址打开');
  try {
    return await devices.getUserMedia({ audio: false, video: { facingMode: 'user', width: { ideal: widthMost } } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Error(problems[name] ?? '摄像头没有打开，请重新打开或换一台设备', { cause: error });
  }
}

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

function brightness({ data }: ImageData): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return sum / (data.length / 4);
}

/** Captures one frame as base64 JPEG. Throws an error with a message for the user. */
export function takeShot(video: HTMLVideoElement): string {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) throw new Error('摄像头还没有画面，请稍等再拍');
  const scale = Math.min(1, widthMost / videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('浏览器不能生成照片，请换一个浏览器或申请人工确认');
  pen.drawImage(video, 0, 0, canvas.width, canvas.height);
  if (brightness(pen.getImageData(0, 0, canvas.width, canvas.height)) < darkBelow)
    throw new Error('画面太暗，看不清脸。请打开灯或面向亮处再拍');
  for (const quality of [0.85, 0.6, 0.3]) {
    const url = canvas.toDataURL('image/jpeg', quality);
    const shot = url.slice(url.indexOf(',') + 1);
    if (shot.length * 0.75 <= faceShotBytes) return shot;
  }
  throw new Error('照片太大，请重新拍摄');
}
