import sharp from 'sharp'

/** The same face a moment later: cropped slightly closer, in another light, compressed again; different each time. */
export async function anotherShot(picture: Uint8Array, take: number): Promise<Uint8Array> {
  const upright = await sharp(picture).autoOrient().toBuffer()
  const { width, height } = await sharp(upright).metadata()
  const margin = { left: Math.round(width * 0.015 * (1 + take)), top: Math.round(height * 0.01 * (1 + take)) }
  return sharp(upright)
    .extract({ ...margin, width: width - 2 * margin.left, height: height - 2 * margin.top })
    .modulate({ brightness: 1.08 - 0.06 * take })
    .jpeg({ quality: 88 })
    .toBuffer()
}
