import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../app.tsx'
import { type Camera, CameraError, type CameraProblem, openCamera, preparePicture, takePicture } from '../camera.ts'
import type { Part } from '../flow.ts'
import { Icon } from '../icons.tsx'
import { Layout } from '../layout.tsx'
import { useSpeech } from '../speech.tsx'
import { RefusalNote } from './check.tsx'
import { Viewfinder } from './viewfinder.tsx'

interface CaptureProps {
  part: Part
  progress: { step: number; steps: number }
  refusal?: Refusal | undefined
  onBack?: (() => void) | undefined
  onPicture: (picture: Blob) => void
}

const titles = { FRONT: 'frontTitle', BACK: 'backTitle', FACE: 'faceTitle' } as const
const hows = { FRONT: 'frontHow', BACK: 'backHow', FACE: 'faceHow' } as const
const problems = {
  denied: 'cameraDenied',
  none: 'cameraNone',
  busy: 'cameraBusy',
  frame: 'cameraFrame',
  old: 'oldBrowser',
} as const satisfies Record<CameraProblem, string>

/** True once the person has turned the camera on in this page: later steps open it without asking again. */
let allowed = false

/** One picture: from the camera, or from a file where there is none. */
export function Capture({ part, progress, refusal, onBack, onPicture }: CaptureProps) {
  const { say } = useSpeech()
  const [camera, setCamera] = useState<Camera>()
  const [problem, setProblem] = useState<CameraProblem>()
  const open = useRef(true)

  const turnOn = useCallback(async () => {
    setProblem(undefined)
    try {
      const opened = await openCamera(part === 'FACE' ? 'user' : 'environment')
      if (!open.current) return opened.close()
      allowed = true
      setCamera(opened)
    } catch (error) {
      if (!(error instanceof CameraError)) throw error
      setProblem(error.problem)
    }
  }, [part])

  useEffect(() => {
    if (allowed) void turnOn()
    return () => {
      open.current = false
    }
  }, [])
  useEffect(() => () => camera?.close(), [camera])

  const upload = <Upload facing={part === 'FACE' ? 'user' : 'environment'} onPicture={onPicture} />
  return (
    <Layout title={say(titles[part])} progress={progress} onBack={onBack}>
      {refusal && <RefusalNote refusal={refusal} />}
      {camera ? (
        <Viewfinder
          camera={camera}
          kind={part === 'FACE' ? 'face' : 'document'}
          onShot={async (video) => onPicture(await takePicture(video))}
        >
          {upload}
        </Viewfinder>
      ) : (
        <>
          <p>{say(hows[part])}</p>
          <Icon name={part === 'FACE' ? 'face' : part === 'BACK' ? 'turn' : 'document'} kind="large" />
          {problem ? (
            <div class="note" role="alert">
              <Icon name="camera" />
              <p>{say(problems[problem])}</p>
            </div>
          ) : (
            <p class="soft">{say('cameraWhy')}</p>
          )}
          <div class="actions">
            <button type="button" class="primary" onClick={() => void turnOn()}>
              {say(problem ? 'retry' : 'cameraAllow')}
            </button>
            {upload}
          </div>
        </>
      )}
    </Layout>
  )
}

function Upload({ facing, onPicture }: { facing: 'user' | 'environment'; onPicture: (picture: Blob) => void }) {
  const { say } = useSpeech()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class="secondary" onClick={() => input.current?.click()}>
        {say('upload')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        data-facing={facing}
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onPicture(await preparePicture(file))
        }}
      />
    </>
  )
}
