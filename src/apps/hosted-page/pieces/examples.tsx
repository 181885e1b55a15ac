import type { ComponentChildren } from 'preact'
import type { Texts } from '../../../kernel/texts/languages.ts'
import { Icon } from './drawings.tsx'
import { useSpeech } from './speech.tsx'

const card = (
  <>
    <rect x="26" y="26" width="68" height="44" rx="5" />
    <circle cx="42" cy="43" r="6" />
    <path d="M32 61c1-6 5-9 10-9s9 3 10 9M60 40h26M60 49h26M60 58h16" />
  </>
)
const back = (
  <path d="M31 26h58a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H31a5 5 0 0 1-5-5V31a5 5 0 0 1 5-5ZM26 36h68M34 52h40M34 60h52" />
)
const head = <path d="M46 44c0-13 6-20 14-20s14 7 14 20-6 24-14 24-14-11-14-24Zm7 0v2m14-2v2m-11 12c3 2 5 2 8 0" />

/** A small drawing of what went wrong; next to it is how it should be. */
const wrongs: Partial<Record<keyof Texts, ComponentChildren>> = {
  CUT_OFF: <g transform="translate(-44 0)">{card}</g>,
  TOO_SMALL: <g transform="translate(42 34) scale(0.3)">{card}</g>,
  NO_DOCUMENT: <g transform="translate(42 34) scale(0.3) rotate(24 60 48)">{card}</g>,
  DOCUMENT_NOT_RECOGNIZED: <g transform="rotate(28 60 48)">{card}</g>,
  BLURRED: (
    <g class="soft-lines">
      {card}
      <g transform="translate(5 3)">{card}</g>
    </g>
  ),
  GLARE: glare(72, 42),
  GLARE_ON_MRZ: glare(60, 64),
  MRZ_NOT_READ: glare(60, 64),
  TOO_DARK: (
    <g class="night">
      <path class="fill" d="M10 10h100v76H10z" />
      {card}
    </g>
  ),
  WRONG_SIDE: back,
  NO_PORTRAIT: back,
  OTHER_SIDE: back,
  SAME_SIDE: card,
  OTHER_DOCUMENT: card,
}
const backs: readonly (keyof Texts)[] = ['SAME_SIDE', 'OTHER_DOCUMENT']
const faces: Partial<Record<keyof Texts, ComponentChildren>> = {
  FACE_TOO_SMALL: <g transform="translate(36 30) scale(0.4)">{head}</g>,
  FACE_TOO_CLOSE: <g transform="translate(-48 -38) scale(1.8)">{head}</g>,
  FACE_CROPPED: <g transform="translate(0 -38)">{head}</g>,
  FACE_CLOSE_TO_BORDER: <g transform="translate(-38 0)">{head}</g>,
  FACE_ANGLE_TOO_LARGE: <g transform="rotate(38 60 48)">{head}</g>,
  FACE_IS_OCCLUDED: (
    <>
      {head}
      <path class="fill" d="M45 40h12v8H45zM63 40h12v8H63zM57 44h6" />
    </>
  ),
  FACE_NOT_FOUND: <path d="M30 20v60" />,
  TOO_MANY_FACES: (
    <>
      <g transform="translate(-20 0)">{head}</g>
      <g transform="translate(20 0)">{head}</g>
    </>
  ),
}

/** Right and wrong side by side; nothing if a drawing would not help. */
export function Example({ reason }: { reason: keyof Texts }) {
  const { say } = useSpeech()
  const wrong = wrongs[reason] ?? faces[reason]
  if (!wrong) return null
  const right = Object.hasOwn(faces, reason) ? head : backs.includes(reason) ? back : card
  return (
    <div class="example">
      <figure>
        <Drawn>{right}</Drawn>
        <figcaption>
          <Icon name="done" kind="good" />
          {say('exampleRight')}
        </figcaption>
      </figure>
      <figure>
        <Drawn>{wrong}</Drawn>
        <figcaption>
          <Icon name="stop" kind="bad" />
          {say('exampleWrong')}
        </figcaption>
      </figure>
    </div>
  )
}

function Drawn({ children }: { children: ComponentChildren }) {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true">
      <path class="faint" d="M14 24v-8h12M106 24v-8H94M14 72v8h12M106 72v8H94" />
      {children}
    </svg>
  )
}

function glare(x: number, y: number): ComponentChildren {
  return (
    <>
      {card}
      <g class="glare">
        <ellipse cx={x} cy={y} rx="15" ry="9" />
        <path d={`M${x - 22} ${y - 14}l-6-5M${x} ${y - 15}v-8M${x + 22} ${y - 14}l6-5`} />
      </g>
    </>
  )
}
