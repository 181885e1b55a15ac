interface Injected {
  /**
   * Hidden: it pretends to be a device that the browser opened. Slow: its frames have the timestamps of a faster film.
   */
  kind: 'film' | 'still' | 'hidden' | 'slow'
  /** JPEG in Base64, fifteen a second. */
  pictures: string[]
}

/**
 * Replaces the camera with pictures, like a script of the page or of an extension. It runs in the page: it must not use
 * anything from this file.
 */
export function injectCamera({ kind, pictures }: Injected): void {
  const FRAME_MS = 66
  const load = (text: string) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], { type: 'image/jpeg' }))
  const open = async (): Promise<MediaStream> => {
    const frames = await Promise.all((kind === 'still' ? pictures.slice(0, 1) : pictures).map(load))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: frames[0]?.width ?? 0, height: frames[0]?.height ?? 0 })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const { MediaStreamTrackGenerator: Generator } = globalThis as never as {
      MediaStreamTrackGenerator: new (kind: object) => MediaStreamTrack & { writable: WritableStream<VideoFrame> }
    }
    const generator = kind === 'slow' ? new Generator({ kind: 'video' }) : undefined
    const writer = generator?.writable.getWriter()
    let at = 0
    const next = () => {
      pen.drawImage(frames[at % frames.length] as ImageBitmap, 0, 0)
      void writer?.write(new VideoFrame(canvas, { timestamp: (at * FRAME_MS * 1_000) / 2 }))
      at++
    }
    next()
    setInterval(next, FRAME_MS)
    const stream = generator ? new MediaStream([generator]) : canvas.captureStream(25)
    const [track] = stream.getVideoTracks()
    if (kind === 'hidden' && track) {
      const settings = track.getSettings.bind(track)
      track.getSettings = () => ({ ...settings(), deviceId: 'a1', groupId: 'b2', facingMode: 'environment' })
    }
    return stream
  }
  if (kind !== 'hidden') {
    navigator.mediaDevices.getUserMedia = open
    return
  }
  const text = Function.prototype.toString
  MediaDevices.prototype.getUserMedia = open
  Function.prototype.toString = function (this: unknown) {
    return this === open ? 'function getUserMedia() { [native code] }' : text.call(this)
  }
}
