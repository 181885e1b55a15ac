let on = false

export const isVoiceOn = (): boolean => on

/** Only voices of the device itself: some browsers speak through a server of theirs. */
const voiceFor = (tag: string): SpeechSynthesisVoice | undefined =>
  speechSynthesis.getVoices().find(({ lang, localService }) => localService && lang.slice(0, 2) === tag.slice(0, 2))

export const canSpeak = (): boolean =>
  'speechSynthesis' in window && voiceFor(document.documentElement.lang) !== undefined

export function switchVoice(wanted: boolean): void {
  on = wanted
  if (!on) speechSynthesis.cancel()
}

/** Says a sentence in the language of the page, in place of whatever was being said. */
export function sayAloud(sentence: string): void {
  const voice = on ? voiceFor(document.documentElement.lang) : undefined
  if (!voice) return
  const speech = new SpeechSynthesisUtterance(sentence)
  speech.voice = voice
  speech.lang = voice.lang
  speechSynthesis.cancel()
  speechSynthesis.speak(speech)
}
