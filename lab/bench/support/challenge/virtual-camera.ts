import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import type { Poses } from './poses.ts'

/** The subject in front of the camera. */
export interface Act {
  /** A sequence, one for each move; the last stays. */
  scenes: Poses[]
  /** These moves repeatedly, whatever the page requests. Absent: the requested moves. */
  script?: ChallengeMove[]
  /** Maps the page's messages to the requested moves. */
  cues: Record<string, ChallengeMove>
  /** Reaction time of the person, in milliseconds. */
  reactionMs: number
}

/**
 * Replaces the device's camera with one made of pictures, like a program between camera and browser. It runs in the
 * page: it must not use anything from this file.
 */
export function installCamera({ scenes, script, cues, reactionMs }: Act): void {
  const FRAME_MS = 40
  const PACE_MS = 1_500
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  canvas.width = 720
  canvas.height = 960
  const load = async (address: string) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  }
  const loaded = Promise.all(
    scenes.map(async ({ middle, moves }) => ({
      middle: await Promise.all(middle.map(load)),
      moves: Object.fromEntries(
        await Promise.all(
          Object.entries(moves).map(async ([move, way]) => [move, await Promise.all(way.map(load))] as const),
        ),
      ),
    })),
  )
  const grain = Array.from({ length: 4 }, () => {
    const tile = document.createElement('canvas')
    tile.width = tile.height = 256
    const context = tile.getContext('2d') as CanvasRenderingContext2D
    const noise = context.createImageData(256, 256)
    for (let at = 0; at < noise.data.length; at += 4) {
      noise.data.fill(Math.random() * 255, at, at + 3)
      noise.data[at + 3] = 14
    }
    context.putImageData(noise, 0, 0)
    return tile
  })
  let asked: { move: ChallengeMove | undefined; since: number } = { move: undefined, since: 0 }
  let [made, step, going] = [0, 0, undefined as ChallengeMove | undefined]

  function wanted(now: number): ChallengeMove | undefined {
    if (script) {
      const turn = Math.floor(now / PACE_MS)
      return turn % 2 ? script[(turn >> 1) % script.length] : undefined
    }
    const move = cues[document.querySelector('.guide')?.textContent?.trim() ?? '']
    if (move !== asked.move) asked = { move, since: now }
    return now - asked.since >= reactionMs ? asked.move : going
  }

  void loaded.then((shown) => {
    const began = performance.now()
    setInterval(() => {
      const target = wanted(performance.now() - began)
      if (!going && target) going = target
      const scene = shown[Math.min(made, shown.length - 1)] as (typeof shown)[number]
      const way = going ? (scene.moves[going] ?? []) : []
      const ends = way.length - 2
      if (going && going === target) step = step < ends ? step + 1 : ends + Math.floor(Math.random() * 2)
      else if (going) step = Math.min(step, ends) - 1
      if (going && step < 1) {
        going = undefined
        step = 0
        made++
      }
      const image = going ? way[step - 1] : scene.middle[Math.floor(Math.random() * scene.middle.length)]
      if (image) pen.drawImage(image, 0, 0, canvas.width, canvas.height)
      const tile = grain[Math.floor(Math.random() * grain.length)] as HTMLCanvasElement
      pen.fillStyle = pen.createPattern(tile, 'repeat') as CanvasPattern
      pen.setTransform(1, 0, 0, 1, Math.floor(Math.random() * 256), Math.floor(Math.random() * 256))
      pen.fillRect(-256, -256, canvas.width + 256, canvas.height + 256)
      pen.setTransform(1, 0, 0, 1, 0, 0)
    }, FRAME_MS)
  })
  navigator.mediaDevices.getUserMedia = async () => {
    await loaded
    return canvas.captureStream(25)
  }
}
