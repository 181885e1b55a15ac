import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isLocale, languageNames } from './i18n.ts'
import { useSpeech } from './speech.tsx'

export interface LayoutProps {
  title: string
  progress?: { step: number; steps: number } | undefined
  onBack?: (() => void) | undefined
  logo?: { src: string; alt: string } | undefined
  children: ComponentChildren
}

/** The frame of every screen: where you are, the way back, the language; the heading takes the focus so that it is read out. */
export function Layout({ title, progress, onBack, logo, children }: LayoutProps) {
  const { say, locale, setLocale } = useSpeech()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [title])

  return (
    <div class={`page ${window.parent === window ? '' : 'framed'}`}>
      <header class="bar">
        {onBack && (
          <button type="button" class="quiet" onClick={onBack}>
            {say('back')}
          </button>
        )}
        {logo && <img class="logo" src={logo.src} alt={logo.alt} />}
        <span class="grow">{progress && <span class="progress">{say('stepOf', progress)}</span>}</span>
        <label>
          <span class="hidden">{say('language')}</span>
          <select
            value={locale}
            onChange={({ currentTarget: { value } }) => {
              if (isLocale(value)) setLocale(value)
            }}
          >
            {Object.entries(languageNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main class="content">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}
