import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { fill, type Locale, type Texts } from '../../ui/languages.ts'

interface Speech {
  locale: Locale
  texts: Texts
  setLocale: (locale: Locale) => void
}

export const SpeechContext = createContext<Speech | undefined>(undefined)

/** The sentences of the chosen language: `say('stepOf', {step: 1, steps: 3})`. */
export function useSpeech() {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('no language is chosen yet')
  const say = (key: keyof Texts, values: Record<string, string | number> = {}) =>
    fill(speech.texts[key], values, speech.locale)
  return { ...speech, say }
}
