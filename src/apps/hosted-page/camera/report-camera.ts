import {
  CAMERA_HEADER,
  CAMERA_REPORT_LIMITS,
  type CameraReport,
  type CameraRequest,
} from '../../../kernel/evidence/contract/page-capture.ts'

type Switched = CameraReport['asked']
/** What browsers report about a track that TypeScript's DOM types lack. */
type Track = MediaTrackSettings & MediaTrackCapabilities & Record<string, unknown>

const CONTROLS = ['torch', 'zoom', 'exposureMode', 'focusMode'] as const
/** A camera that takes longer to start, or to switch, is not waited for: then nothing is reported. */
const PATIENCE_MS = 1_500

/** Watches a camera while its picture is shown. The report names no device and decides nothing. */
export function watchCamera(video: HTMLVideoElement, track: MediaStreamTrack, asked: Switched) {
  const seen: Seen[] = []
  let [first, callbacks] = [undefined as Seen | undefined, 0]
  let over = !('requestVideoFrameCallback' in video)
  const see = (now: number, { mediaTime, presentedFrames }: VideoFrameCallbackMetadata) => {
    if (over) return
    const frame = { now, mediaTime, presented: presentedFrames }
    first ??= frame
    callbacks++
    seen.push(frame)
    if (seen.length > CAMERA_REPORT_LIMITS.intervals + 1) seen.shift()
    video.requestVideoFrameCallback(see)
  }
  if (!over) video.requestVideoFrameCallback(see)
  return {
    stop: () => {
      over = true
    },
    /** As the header that is sent with the picture. */
    report(): Record<string, string> {
      const frames = first && timingOf(first, seen, callbacks)
      const report: CameraReport = { ...describe(track), ...(frames && { frames }), ...(asked && { asked }) }
      return { [CAMERA_HEADER]: JSON.stringify(report) }
    },
  }
}

interface Seen {
  now: number
  mediaTime: number
  presented: number
}

function timingOf(first: Seen, seen: readonly Seen[], callbacks: number): CameraReport['frames'] {
  const last = seen.at(-1) ?? first
  const intervals = seen.slice(1).map(({ mediaTime }, at) => rounded(1_000 * (mediaTime - (seen[at]?.mediaTime ?? 0))))
  return {
    clockMs: rounded(last.now - first.now),
    mediaMs: rounded(1_000 * (last.mediaTime - first.mediaTime)),
    intervals,
    dropped: Math.max(0, last.presented - first.presented - (callbacks - 1)),
  }
}

const rounded = (value: number): number => Math.round(10 * value) / 10

function describe(track: MediaStreamTrack): Omit<CameraReport, 'frames' | 'asked'> {
  const settings = track.getSettings() as Track
  const can = (track.getCapabilities?.() ?? {}) as Track
  const { width = 0, height = 0, frameRate, facingMode, deviceId, groupId } = settings
  const saysGroup = navigator.mediaDevices.getSupportedConstraints().groupId === true
  const { getUserMedia } = navigator.mediaDevices
  return {
    width,
    height,
    ...(frameRate !== undefined && { frameRate: rounded(frameRate) }),
    ...(isFacing(facingMode) && { facingMode }),
    controls: CONTROLS.filter((name) => can[name] !== undefined),
    // Only physical devices have a group; browsers without groups report nothing.
    ...(saysGroup && { device: Boolean(deviceId && groupId) }),
    native:
      !Object.hasOwn(navigator.mediaDevices, 'getUserMedia') &&
      /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(getUserMedia)),
  }
}

const isFacing = (mode: string | undefined): mode is NonNullable<CameraReport['facingMode']> =>
  mode !== undefined && ['user', 'environment', 'left', 'right'].includes(mode)

/**
 * Does what the service asks of the camera, without showing it, and restores it; `isBack` says whether it was restored.
 * Undefined if nothing was done.
 */
export async function answerRequest(
  stream: MediaStream,
  request: CameraRequest,
): Promise<{ asked?: Switched; isBack: boolean } | undefined> {
  const [track] = stream.getVideoTracks()
  const video = document.createElement('video')
  if (!track?.getCapabilities || !('requestVideoFrameCallback' in video)) return undefined
  const [width = 0, height = 0] = request.split('x').map(Number)
  const { width: wide, height: high } = track.getCapabilities() as { width?: ULongRange; height?: ULongRange }
  if ((wide?.max ?? 0) < width || (high?.max ?? 0) < height) return undefined
  Object.assign(video, { muted: true, playsInline: true, srcObject: stream })
  const before = track.getConstraints()
  try {
    void video.play().catch(() => {}) // then no frame arrives
    const first = await nextFrame(video)
    if (!first) return undefined
    const began = performance.now()
    try {
      await track.applyConstraints({ ...before, width: { exact: width }, height: { exact: height } })
    } catch {
      return undefined // the camera has no such size
    }
    const { width: w = 0, height: h = 0 } = track.getSettings()
    const after = await nextFrame(video, (size) => size !== first.join())
    const ms = rounded(performance.now() - began)
    // A slow camera has not switched yet; if its frames keep their size, only the browser scaled them.
    const isScaled = video.videoWidth * video.videoHeight === w * h
    const isBack = await track.applyConstraints(before).then(
      async () => (await nextFrame(video, (size) => size === first.join())) !== undefined,
      () => false,
    )
    if (!after && !isScaled) return { isBack }
    return { asked: { request, before: first, claimed: [w, h], after: after ?? first, ms }, isBack }
  } finally {
    video.srcObject = null
  }
}

/** The size of the next frame that is accepted; undefined if none arrives in time. */
function nextFrame(video: HTMLVideoElement, isWanted = (_size: string) => true): Promise<number[] | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
    const see = (_: number, { width, height }: VideoFrameCallbackMetadata) => {
      if (!isWanted([width, height].join())) return void video.requestVideoFrameCallback(see)
      clearTimeout(timer)
      resolve([width, height])
    }
    video.requestVideoFrameCallback(see)
  })
}
