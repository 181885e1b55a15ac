import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { fill, type Locale, type Texts } from '../../../kernel/texts/languages.ts'

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

/** Whether the guidance is read aloud. */
let on = false

export const isVoiceOn = (): boolean => on

/** Only voices of the device itself: some browsers use a speech server. */
const voiceFor = (tag: string): SpeechSynthesisVoice | undefined =>
  speechSynthesis.getVoices().find(({ lang, localService }) => localService && lang.slice(0, 2) === tag.slice(0, 2))

export const canSpeak = (): boolean =>
  'speechSynthesis' in window && voiceFor(document.documentElement.lang) !== undefined

export function switchVoice(wanted: boolean): void {
  on = wanted
  if (!on) speechSynthesis.cancel()
}

/** Speaks a sentence in the language of the page, replacing the current one. */
export function sayAloud(sentence: string): void {
  const voice = on ? voiceFor(document.documentElement.lang) : undefined
  if (!voice) return
  const speech = new SpeechSynthesisUtterance(sentence)
  speech.voice = voice
  speech.lang = voice.lang
  speechSynthesis.cancel()
  speechSynthesis.speak(speech)
}
