import { useEffect, useRef, useState } from 'preact/hooks'
import {
  PREVIEW_SCREENS,
  type PreviewNews,
  type PreviewOrder,
  type PreviewScreen,
} from '../../../../kernel/tenants/contract/page-preview.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/form.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { LanguageChoice } from './text-fields.tsx'

const SCREEN_WORDS: Record<PreviewScreen, string> = {
  welcome: 'Welcome',
  consent: 'Consent',
  handover: 'Phone instead of computer',
  front: 'Document, front',
  back: 'Document, back',
  face: 'Selfie',
  working: 'Decision in progress',
  done: 'Finished',
  stopped: 'Cannot continue',
}
/** A common phone, and a desktop window. */
const SIZES = { phone: { width: 390, height: 700 }, desktop: { width: 1180, height: 800 } } as const
const SHADES = ['light', 'dark'] as const

interface Props {
  order: Omit<PreviewOrder, 'shade'>
  choose(lang: PreviewOrder['lang']): void
  show(screen: PreviewScreen): void
}

/** The hosted page in a frame, with unsaved changes. It cannot reach the service or a camera. */
export function PagePreview({ order, choose, show }: Props) {
  const [size, setSize] = useState<keyof typeof SIZES>('phone')
  const [shade, setShade] = useState<PreviewOrder['shade']>('light')
  const frame = useRef<HTMLIFrameElement>(null)
  const newest = useRef<PreviewOrder>({ ...order, shade })
  const [place, room] = useWidth<HTMLDivElement>(400)
  newest.current = { ...order, shade }

  const send = () => frame.current?.contentWindow?.postMessage(newest.current, location.origin)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<PreviewNews>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data.ready) send()
      if (data.lang) choose(data.lang)
      if (data.screen) show(data.screen)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    send()
  }, [JSON.stringify(newest.current)])

  const { width, height } = SIZES[size]
  const scale = Math.min(1, room / width)
  return (
    <section class="preview" aria-label="Preview">
      <div class="choices">
        <Choice
          class="narrow"
          label="Screen"
          options={PREVIEW_SCREENS.map((screen) => [screen, SCREEN_WORDS[screen]])}
          value={order.screen}
          choose={show}
        />
        <LanguageChoice label="Language" lang={order.lang} choose={choose} />
        <Switch label="Width" options={['phone', 'desktop']} chosen={size} choose={(option) => setSize(option)} />
        <Switch label="Appearance" options={SHADES} chosen={shade} choose={(option) => setShade(option)} />
      </div>
      <div ref={place} class={`stage ${size}`} style={{ height: `${height * scale}px` }}>
        <iframe
          ref={frame}
          title="The hosted page"
          src="/web-enrolment/preview"
          style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}

interface SwitchProps<Option extends string> {
  label: string
  options: readonly Option[]
  chosen: Option
  choose(option: Option): void
}

function Switch<Option extends string>({ label, options, chosen, choose }: SwitchProps<Option>) {
  return (
    <fieldset class="switch">
      <legend>{label}</legend>
      {options.map((option) => (
        <Button
          key={option}
          class="small-button"
          word={option}
          pressed={option === chosen}
          act={() => choose(option)}
        />
      ))}
    </fieldset>
  )
}
