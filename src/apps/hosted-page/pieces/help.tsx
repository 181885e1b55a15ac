import { createContext } from 'preact'
import { useContext, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../../kernel/texts/languages.ts'
import { Button } from './button.tsx'
import { Icon } from './first-icons.tsx'
import { canSpeak, isVoiceOn, switchVoice, useSpeech } from './speech.tsx'

/** Present if the person gave consent and can withdraw it. */
export const WithdrawContext = createContext<(() => void) | undefined>(undefined)

/** Advice for the current screen, and a switch that reads the guidance aloud. */
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
          <Button
            look="secondary"
            says={voice ? 'voiceOff' : 'voiceOn'}
            pressed={voice}
            act={() => {
              switchVoice(!voice)
              setVoice(!voice)
            }}
          />
        )}
        {withdraw && (
          <details class="withdraw">
            <summary>{say('withdraw')}</summary>
            <p>{say('withdrawAsk')}</p>
            <Button
              look="secondary"
              says="withdraw"
              act={() => {
                dialog.current?.close()
                withdraw()
              }}
            />
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
