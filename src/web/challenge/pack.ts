import type { FaceRequest } from '../../contract/enrolment/face.ts'
import type { FilmFrame } from './thin.ts'

/** The selfie and the frames as one body. */
export async function packAnswer(id: string, picture: Blob, frames: readonly FilmFrame[]): Promise<Blob> {
  const body: FaceRequest = {
    imageBase: await toBase64(picture),
    challenge: {
      id,
      frames: await Promise.all(
        frames.map(async ({ at, image }) => ({ at: Math.round(at), image: await toBase64(image) })),
      ),
    },
  }
  return new Blob([JSON.stringify(body)], { type: 'application/json' })
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('a frame cannot be read'))
    reader.readAsDataURL(blob)
  })
}
