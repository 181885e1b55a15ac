import { useEffect, useState } from 'preact/hooks'
import type { EyePoints } from '../../../kernel/contract/place.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Failed } from '../../ui/states.tsx'
import { useKeys } from '../commands.ts'
import { Key } from '../parts.tsx'
import { alignEyes, usePicture, useSize, WINDOW } from './use-picture.ts'

type Way = 'side-by-side' | 'blink' | 'slider'

/** Less than three times a second, as WCAG 2.3.1 requires, but fast enough to compare the two faces. */
const BLINK_MS = 700

/** A face that the selfie is compared with, from this session or an earlier one. */
export interface Compared {
  of: string
  name: string
  title: string
  eyes: EyePoints | undefined
}

interface Props {
  view: CaseView
  /** The selfie is laid over the last of them. */
  portraits: readonly Compared[]
  selfie: string | undefined
}

/** The portraits and the selfie with their eyes at the same position: side by side, alternating, or overlaid. */
export function Faces({ view: { id, eyes }, portraits, selfie }: Props) {
  const portrait = portraits.at(-1)
  const [way, setWay] = useState<Way>('side-by-side')
  const [share, setShare] = useState(50)
  const both = portrait !== undefined && selfie !== undefined
  const turn = useTurns(way === 'blink')
  const toggle = (wanted: Way) => setWay((before) => (before === wanted ? 'side-by-side' : wanted))
  useKeys(both ? { b: () => toggle('blink'), s: () => toggle('slider') } : {})
  const shown = way === 'slider' ? share : turn ? 100 : 0

  if (!portrait && !selfie) return null
  return (
    <section class="faces" aria-label="Faces">
      <header>
        <h3>{titleOf(portraits, selfie)}</h3>
        {both && way === 'slider' && (
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label="Blend from the portrait to the selfie"
            onInput={(event) => setShare(event.currentTarget.valueAsNumber)}
          />
        )}
        {both && (
          <span class="tools">
            <button type="button" class="quiet tiny" aria-pressed={way === 'blink'} onClick={() => toggle('blink')}>
              Blink <Key>B</Key>
            </button>
            <button type="button" class="quiet tiny" aria-pressed={way === 'slider'} onClick={() => toggle('slider')}>
              Slider <Key>S</Key>
            </button>
          </span>
        )}
      </header>
      {way === 'side-by-side' || !both ? (
        <div class="side-by-side">
          {portraits.map((each) => (
            <Face key={each.name} id={each.of} name={each.name} title={each.title} eyes={each.eyes} />
          ))}
          {selfie && <Face id={id} name={selfie} title="Selfie" eyes={eyes.selfie} />}
        </div>
      ) : (
        <div class="over">
          <Face id={portrait.of} name={portrait.name} title={`${portrait.title}, below`} eyes={portrait.eyes} />
          <Face id={id} name={selfie} title="Selfie, above" eyes={eyes.selfie} opacity={shown / 100} />
        </div>
      )}
    </section>
  )
}

function titleOf(portraits: readonly Compared[], selfie: string | undefined): string {
  const titles = [...portraits.map(({ title }) => title), ...(selfie ? ['Selfie'] : [])]
  const [first = '', ...rest] = titles
  const last = rest.pop()
  return last ? `${[first, ...rest.map((title) => title.toLowerCase())].join(', ')} and ${last.toLowerCase()}` : first
}

interface FaceProps {
  id: string
  name: string
  title: string
  eyes: EyePoints | undefined
  opacity?: number
}

/** One face, aligned so that its eyes are where those of the other faces are. */
export function Face({ id, name, title, eyes, opacity }: FaceProps) {
  const asked = usePicture(id, name)
  const size = useSize(asked.value)
  if (asked.problem !== undefined) return <Failed problem={asked.problem} again={asked.again} />
  return (
    <svg
      class="face"
      viewBox={`0 0 ${WINDOW.width} ${WINDOW.height}`}
      role="img"
      aria-label={asked.value ? title : `Loading ${title}`}
      style={opacity === undefined ? undefined : { opacity }}
    >
      {asked.value && size && (
        <image
          href={asked.value}
          width={size.width}
          height={size.height}
          transform={`matrix(${alignEyes(size, eyes).join(' ')})`}
        />
      )}
    </svg>
  )
}

/** Alternates between true and false while it is wanted. */
function useTurns(wanted: boolean): boolean {
  const [turn, setTurn] = useState(false)
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => setTurn((before) => !before), BLINK_MS)
    return () => clearInterval(timer)
  }, [wanted])
  return turn
}
