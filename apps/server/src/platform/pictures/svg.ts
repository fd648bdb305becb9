/** Draws the content of an SVG of `size` units a side as a PNG with a palette. */
export async function drawSvg(content: string, size: number): Promise<Buffer> {
  // Loaded here, because a server that draws nothing does without the image library.
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="600">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 7 }).toBuffer();
}
