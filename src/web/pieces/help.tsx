import { createContext } from 'preact'
import { useContext, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../ui/texts.ts'
import { canSpeak, isVoiceOn, switchVoice } from '../words/voice.ts'
import { Icon } from './first-icons.tsx'
import { useSpeech } from './speech.tsx'

/** Present where the person has agreed to something and can take it back. */
export const WithdrawContext = createContext<(() => void) | undefined>(undefined)

/** Advice for the screen at hand, and the voice for those who would rather hear the guidance. */
export function Help({ sentences }: { sentences: readonly (keyof Texts)[] }) {
  const { say } = useSpeech()
  const dialog = useRef<HTMLDialogElement>(null)
  const withdraw = useContext(WithdrawContext)
  const [voice, setVoice] = useState(isVoiceOn())
  return (
    <>
      <button type="button" class="quiet round" aria-label={say('help')} onClick={() => dialog.current?.showModal()}>
        <Icon name="help" />
      </button>
      <dialog ref={dialog} aria-labelledby="help-title">
        <h2 id="help-title">{say('help')}</h2>
        <ul>
          {[...sentences, 'helpLater' as const].map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
        {canSpeak() && (
          <button
            type="button"
            class="secondary"
            aria-pressed={voice}
            onClick={() => {
              switchVoice(!voice)
              setVoice(!voice)
            }}
          >
            {say(voice ? 'voiceOff' : 'voiceOn')}
          </button>
        )}
        {withdraw && (
          <details class="withdraw">
            <summary>{say('withdraw')}</summary>
            <p>{say('withdrawAsk')}</p>
            <button
              type="button"
              class="secondary"
              onClick={() => {
                dialog.current?.close()
                withdraw()
              }}
            >
              {say('withdraw')}
            </button>
          </details>
        )}
        <form method="dialog">
          <button type="submit" class="primary">
            {say('close')}
          </button>
        </form>
      </dialog>
    </>
  )
}
