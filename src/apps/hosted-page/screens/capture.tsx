import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import type { Texts } from '../../../kernel/texts/languages.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { Api } from '../api.ts'
import {
  adviceFor,
  type Camera,
  CameraError,
  isInsideApp,
  isIos,
  openCamera,
  preparePicture,
} from '../camera/camera.ts'
import { sentHere } from '../camera/line.ts'
import type { FlowPart } from '../flow-part.ts'
import { netUnderWay } from '../guidance/ask-corners.ts'
import { Button } from '../pieces/button.tsx'
import { Icon, Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { CopyLink } from '../pieces/link.tsx'
import { Note } from '../pieces/note.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Held, Shot } from '../screen.ts'
import { isAboutSide } from '../sentences.ts'
import type { SelfieWay } from '../steps.ts'
import { Viewfinder } from './viewfinder.tsx'

interface CaptureProps {
  part: FlowPart
  progress: { step: number; steps: number }
  held?: Held | undefined
  /** The pixels that the service will require along the document's long side. */
  leastPixels?: number | undefined
  /** Whether a picture of this part was too small. */
  isNear?: boolean
  /** The service's request to the camera itself. */
  cameraRequest?: EnrolmentState['cameraRequest'] | undefined
  /** Why a reviewer asks for this picture again. */
  newPicture?: NonNullable<EnrolmentState['newPicture']> | undefined
  /** If present, the selfie is taken in this way. */
  selfie?: { way: SelfieWay; api: Api; onWithout: () => void } | undefined
  /** Whether a chosen file is accepted instead of the camera. */
  takesFiles: boolean
  onBack?: (() => void) | undefined
  /** Shows the QR code for the phone, if there is one. */
  onOtherDevice?: (() => void) | undefined
  /** A link that opens the session on another device: the address of this page does not. */
  getLink: () => Promise<string | undefined>
  onShot: (shot: Shot) => void
}

const titles = { FRONT: 'frontTitle', BACK: 'backTitle', FACE: 'faceTitle' } as const
const hows = { FRONT: 'frontHow', BACK: 'backHow', FACE: 'faceHow' } as const
const drawings = { FRONT: 'document', BACK: 'turn', FACE: 'face' } as const
const problems = { none: 'cameraNone', busy: 'cameraBusy', frame: 'cameraFrame', old: 'oldBrowser' } as const

/** Sentences that end by offering to choose a picture. */
const OFFERS_FILES: ReadonlySet<keyof Texts> = new Set([
  'cameraDenied',
  'cameraNone',
  'cameraBusy',
  'cameraFrame',
  'oldBrowser',
])

/** True once the person has turned the camera on in this page: later steps open it without asking again. */
let allowed = false
/** True once that way was introduced: the next attempt begins at once. */
let introduced = false
/** How long the turning card is shown before the back is asked for. */
const TURN_MS = 1_200
/**
 * How long a camera that was allowed before is waited for; then the other ways are offered, because the browser may be
 * asking again.
 */
const OPENING_MS = 4_000

/** One picture: from the camera, or from a file if that is accepted. */
export function Capture(props: CaptureProps) {
  const { part, progress, held, leastPixels, isNear, cameraRequest, newPicture, selfie, takesFiles } = props
  const { onBack, onOtherDevice, getLink, onShot } = props
  const { say } = useSpeech()
  const own = useLoaded(selfie !== undefined, async () => ({ Selfie: await selfie?.way.load() }))
  const [camera, setCamera] = useState<Camera>()
  const [problem, setProblem] = useState<keyof Texts>()
  const [turning, setTurning] = useState(part === 'BACK' && allowed && (!held || isAboutSide(held.reason)))
  // A selfie in another way is introduced before the camera is turned on.
  const opensAtOnce = allowed && (!selfie || introduced)
  const [opening, setOpening] = useState(opensAtOnce)
  const [choosing, setChoosing] = useState(false)
  const open = useRef(true)

  const turnOn = useCallback(async () => {
    setProblem(undefined)
    try {
      const opened = await openCamera(part === 'FACE' ? 'user' : 'environment', cameraRequest)
      if (!open.current) return opened.close()
      allowed = true
      introduced ||= selfie !== undefined
      setCamera(opened)
    } catch (error) {
      if (!(error instanceof CameraError)) throw error
      const sentence = sentenceFor(error)
      setProblem(!takesFiles && OFFERS_FILES.has(sentence) ? 'cameraNeeded' : sentence)
    }
  }, [part])

  useEffect(() => {
    if (opensAtOnce) void turnOn().finally(() => setOpening(false))
    const timers = [setTimeout(() => setTurning(false), TURN_MS), setTimeout(() => setOpening(false), OPENING_MS)]
    return () => {
      open.current = false
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  useEffect(() => () => camera?.close(), [camera])

  const live = camera !== undefined && !turning && (!selfie || own?.Selfie !== undefined)
  const of = part === 'FACE' ? 'face' : 'document'
  const advice = part === 'FACE' ? 'helpFace' : 'helpDocument'
  const upload = { of, onChoosing: setChoosing, onShot } as const
  const ways = waysOf(problem, { takesFiles, hasOther: onOtherDevice !== undefined })
  const help = takesFiles ? ([advice, 'helpUpload'] as const) : ([advice] as const)
  return (
    <Layout
      title={say(newPicture && !live ? 'newPicture' : titles[part])}
      progress={progress}
      onBack={onBack}
      help={help}
      kind={live ? 'camera' : ''}
    >
      {camera && live && selfie && own?.Selfie ? (
        <own.Selfie camera={camera} onShot={onShot} api={selfie.api} onWithout={selfie.onWithout} />
      ) : camera && live ? (
        <Viewfinder camera={camera} kind={of} pausing={choosing} {...{ held, leastPixels, isNear, onShot }}>
          {takesFiles ? <Upload kind="tool" {...upload} /> : <span />}
        </Viewfinder>
      ) : (
        <>
          {newPicture && <Asked part={part} newPicture={newPicture} />}
          <p>{say(selfie?.way.intro ?? hows[part])}</p>
          <Illustration name={selfie ? 'head' : drawings[part]} />
          {problem ? (
            <Note icon="camera" role="alert">
              {problem.startsWith('cameraDenied') && (
                <>
                  <strong>{say('cameraBlocked')}</strong>
                  <br />
                </>
              )}
              {say(problem, { browser: isIos(here()) ? 'Safari' : 'Chrome' })}
            </Note>
          ) : (
            (!allowed || selfie) && <p class="soft">{say(selfie?.way.why ?? 'cameraWhy')}</p>
          )}
          {!turning && !opening && (
            <div class="actions">
              {ways.map((way, at) => {
                const look = at === 0 ? 'primary' : at === 1 ? 'secondary' : 'quiet'
                return way === 'turnOn' ? (
                  <Button key={way} look={look} says={problem ? 'retry' : 'cameraAllow'} act={turnOn} />
                ) : way === 'copy' ? (
                  <CopyLink key={way} look={look} getLink={getLink} />
                ) : way === 'upload' ? (
                  <Upload key={way} kind={look} {...upload} />
                ) : (
                  <Button key={way} look={look} says="handoverTitle" act={onOtherDevice} />
                )
              })}
            </div>
          )}
        </>
      )}
    </Layout>
  )
}

const WHY = {
  BLURRED: 'BLURRED',
  GLARE: 'GLARE',
  CUT_OFF: 'CUT_OFF',
  TOO_DARK: 'TOO_DARK',
  COVERED: 'newPictureCovered',
  NOT_THE_ORIGINAL: 'newPictureOriginal',
  OTHER_DOCUMENT: 'newPictureSame',
  OTHER: 'newPictureAgain',
} as const satisfies Record<NonNullable<EnrolmentState['newPicture']>['reason'], keyof Texts>

/** What a reviewer wants and why, before anything else. */
function Asked({
  part,
  newPicture,
}: Required<Pick<CaptureProps, 'part'>> & { newPicture: NonNullable<EnrolmentState['newPicture']> }) {
  const { reason, sentence } = newPicture
  const { say } = useSpeech()
  return (
    <Note icon="camera">
      <strong>{say(titles[part])}</strong>
      <br />
      {say(WHY[reason])}
      {sentence !== undefined && (
        <>
          <br />
          <bdi>{sentence}</bdi>
        </>
      )}
    </Note>
  )
}

type Way = 'turnOn' | 'copy' | 'upload' | 'phone'

/** The way that works here comes first; trying again helps only after something was changed. */
function waysOf(
  problem: keyof Texts | undefined,
  { takesFiles, hasOther }: { takesFiles: boolean; hasOther: boolean },
): Way[] {
  const files: Way[] = takesFiles ? ['upload'] : []
  if (!problem || problem === 'cameraDismissed') return ['turnOn', ...files]
  if (problem === 'cameraDeniedApp') return ['copy', ...files, 'turnOn']
  const other: Way[] = hasOther ? ['phone'] : problem === 'cameraNeeded' ? ['copy'] : []
  return [...other, ...files, 'turnOn']
}

const here = () => ({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

function sentenceFor({ problem, reason }: CameraError): keyof Texts {
  if (problem === 'denied' || (problem === 'old' && isInsideApp(here()))) return adviceFor(here(), reason)
  return problems[problem]
}

interface UploadProps extends Pick<CaptureProps, 'onShot'> {
  kind: 'secondary' | 'primary' | 'quiet' | 'tool'
  of: 'document' | 'face'
  label?: 'upload' | 'chooseAnother'
  /** Called when a file chooser opens, and when it closes. */
  onChoosing?: (choosing: boolean) => void
}

export function Upload({ kind, of, label = 'upload', onChoosing, onShot }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look={kind}
        says={label}
        act={() => {
          onChoosing?.(true)
          input.current?.click()
        }}
      >
        {kind === 'tool' && <Icon name="upload" />}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        onCancel={() => onChoosing?.(false)}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (!file) onChoosing?.(false)
          else onShot({ source: 'file', picture: await preparePicture(file, sentHere(of, netUnderWay())) })
        }}
      />
    </>
  )
}
