import type { CameraReport, CameraRequest } from '../../../kernel/evidence/contract/page-capture.ts'
import type { Texts } from '../../../kernel/texts/languages.ts'
import type { Quad } from '../guidance/find-sides.ts'
import { rectify } from '../guidance/rectify.ts'
import { LARGE, type SentAs } from './line.ts'

/** Why there is no picture from the camera; each reason has a sentence with advice. */
type CameraProblem = 'denied' | 'none' | 'busy' | 'frame' | 'old'

export interface Camera {
  stream: MediaStream
  /** Present when the camera has a light that can be switched on. */
  setTorch?: (on: boolean) => Promise<void>
  /** The result of the service's request to the camera. */
  asked?: CameraReport['asked']
  close(): void
}

export class CameraError extends Error {
  readonly problem: CameraProblem
  /** The browser's own error message. */
  readonly reason: string
  constructor(problem: CameraProblem, reason = '') {
    super(problem)
    this.problem = problem
    this.reason = reason
  }
}

/** Loaded together with the camera; if loading fails, for example on a broken connection, nothing is reported. */
export const loadReport = () => import('./report-camera.ts').catch(() => undefined)

/**
 * Large enough to read an MRZ on a passport page that fills two thirds of the frame; a larger picture only costs
 * bandwidth.
 */
const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 } }
/** For a picture that is only analyzed in the page. */
const SHOWN_QUALITY = 0.92
/** Twice the width of the column that shows it. */
const SHOWN_WIDTH = 880

/** Opens the rear camera for documents, the front one for faces. Call it from a tap: some browsers insist. */
export async function openCamera(facing: 'environment' | 'user', request?: CameraRequest): Promise<Camera> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError(window.isSecureContext ? 'old' : 'none')
  const stream = await ask({ audio: false, video: { ...WANTED, facingMode: { ideal: facing } } })
  const answer = request && (await (await loadReport())?.answerRequest(stream, request))
  const asked = answer?.asked
  if (answer && !answer.isBack) {
    for (const each of stream.getTracks()) each.stop()
    return { ...(await openCamera(facing)), ...(asked && { asked }) }
  }
  const track = stream.getVideoTracks()[0]
  const capabilities = track?.getCapabilities?.() as (MediaTrackCapabilities & { torch?: boolean }) | undefined
  return {
    stream,
    ...(asked && { asked }),
    ...(track && capabilities?.torch ? { setTorch: (on: boolean) => switchTorch(track, on) } : {}),
    close: () => {
      for (const each of stream.getTracks()) each.stop()
    },
  }
}

/** The picture in the viewfinder, unmirrored, as JPEG; with the document cut out of it if its corners are known. */
export async function takePicture(
  video: HTMLVideoElement,
  corners: Quad | undefined,
  sent: SentAs = LARGE,
): Promise<{ picture: Blob; shown?: Blob; outline?: Quad }> {
  const { longest, quality } = sent
  const canvas = draw(video, video.videoWidth, video.videoHeight, longest)
  const scale = canvas.width / video.videoWidth
  const picture = await toJpeg(canvas, quality)
  const shown = corners && cutOut(canvas, corners.map(([x, y]) => [x * scale, y * scale]) as Quad)
  if (!shown) return { picture }
  const outline = corners.map(([x, y]) => [x / video.videoWidth, y / video.videoHeight]) as Quad
  return { picture, shown: await toJpeg(shown, SHOWN_QUALITY), outline }
}

/**
 * A chosen file in the form in which it is sent: HEIC and small files unchanged, large ones scaled down if the browser
 * can.
 */
export async function preparePicture(file: File, sent: SentAs = LARGE): Promise<Blob> {
  if (/heic|heif/i.test(file.type) || file.size < sent.asItIs) return file
  try {
    const bitmap = await createImageBitmap(file)
    const { longest, quality } = sent
    const picture = await toJpeg(draw(bitmap, bitmap.width, bitmap.height, longest), quality)
    bitmap.close()
    return picture
  } catch {
    return file // the browser cannot open it: the service decides whether it can
  }
}

async function ask(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints)
  } catch (error) {
    throw new CameraError(problemOf(error), error instanceof DOMException ? error.message : '')
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return cameraForbiddenHere() ? 'frame' : 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return 'busy'
}

/** True when the embedding page lacks `allow="camera"`. */
function cameraForbiddenHere(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy
  const forbidden = window.parent !== window && policy !== undefined && !policy.allowsFeature('camera')
  if (forbidden) console.error('The frame has no camera: the embedding page must give it allow="camera".')
  return forbidden
}

async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}

function draw(source: CanvasImageSource, width: number, height: number, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas
}

function cutOut(canvas: HTMLCanvasElement, quad: Quad): HTMLCanvasElement | undefined {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (!pixels) return undefined
  const { width, height, data } = rectify(pixels, quad, SHOWN_WIDTH)
  const shown = document.createElement('canvas')
  shown.width = width
  shown.height = height
  shown.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
  return shown
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality),
  )
}

/** What is known about the environment of the page. */
interface Surroundings {
  userAgent: string
  /** More than one means a touch screen: an iPad identifies itself as a Macintosh. */
  touchPoints: number
}

/**
 * Apps that show pages in their own browser; most give them no camera. On iOS they omit `Safari` from the user agent.
 */
const APPS =
  /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|LinkedInApp|Twitter|Pinterest|GSA)\b/
const IOS = /iPhone|iPad|iPod/
const IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Brave/

/** Whether the page is shown inside another app. */
export function isInsideApp({ userAgent, touchPoints }: Surroundings): boolean {
  return APPS.test(userAgent) || (isIos({ userAgent, touchPoints }) && !/Safari\//.test(userAgent))
}

/** How the person allows the camera again in this browser; its error message says whether it was denied. */
export function adviceFor(here: Surroundings, reason: string): keyof Texts {
  const { userAgent } = here
  if (isInsideApp(here)) return 'cameraDeniedApp'
  if (/dismissed/i.test(reason)) return 'cameraDismissed'
  if (/by system/i.test(reason)) return 'cameraDeniedSystem'
  if (isIos(here)) return IOS_BROWSERS.test(userAgent) ? 'cameraDeniedIosApp' : 'cameraDeniedSafari'
  if (/Android/.test(userAgent)) return 'cameraDeniedAndroid'
  if (/Firefox\//.test(userAgent)) return 'cameraDeniedFirefox'
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'cameraDeniedDesktop'
  if (userAgent.includes('Macintosh') && userAgent.includes('Safari/')) return 'cameraDeniedMac'
  return 'cameraDenied'
}

export const isIos = ({ userAgent, touchPoints }: Surroundings): boolean =>
  IOS.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
