import {
  CHIP_SETTINGS,
  SEAL_SETTINGS,
  WALLET_SETTINGS,
  WITHOUT_PORTRAIT,
} from '../../contract/console/console-words.ts'
import { Choice } from '../../ui/choice.tsx'
import type { FieldsProps } from './tenant-draft.tsx'

/** What is taken in addition to a picture of the document, or in its place. */
export function ProofFields({ draft, change, about }: FieldsProps) {
  return (
    <>
      <Choice
        class="wide"
        label="Chip of the document"
        any="optional (default)"
        options={CHIP_SETTINGS.map((setting) => [setting, CHIP_WORDS[setting]])}
        value={draft.chip}
        choose={(chip) => change({ chip })}
      />
      {draft.chip !== 'off' && (
        <label class="wide">
          Address that opens your app, which reads the chip (https)
          <input
            type="url"
            maxLength={500}
            placeholder="https://app.example/read-chip"
            value={draft.chipApp}
            onInput={(event) => change({ chipApp: event.currentTarget.value.trim() })}
          />
          {about('chipApp')}
        </label>
      )}
      <Choice
        class="wide"
        label="Credential in a wallet"
        any="off (default)"
        options={WALLET_SETTINGS.map((setting) => [setting, WALLET_WORDS[setting]])}
        value={draft.wallet}
        choose={(wallet) => change({ wallet })}
      />
      {draft.wallet === 'instead' && (
        <Choice
          class="wide"
          label="A credential without a portrait"
          any="goes to a reviewer (default)"
          options={WITHOUT_PORTRAIT.map((setting) => [setting, PORTRAIT_WORDS[setting]])}
          value={draft.walletWithoutPortrait}
          choose={(walletWithoutPortrait) => change({ walletWithoutPortrait })}
        />
      )}
      <Choice
        class="wide"
        label="Signed barcodes"
        any="optional where an authority is trusted (default)"
        options={SEAL_SETTINGS.map((setting) => [setting, SEAL_WORDS[setting]])}
        value={draft.seals}
        choose={(seals) => change({ seals })}
      />
    </>
  )
}

const CHIP_WORDS = {
  off: 'not read',
  optional: 'optional: it counts where it is read',
  instead: 'in place of the picture of the document',
  required: 'required: anybody without one goes to a reviewer',
}
const WALLET_WORDS = {
  off: 'not asked for',
  optional: 'optional, in addition to the document',
  instead: 'in place of the document; anyone without one photographs the document',
}
const PORTRAIT_WORDS = { refer: 'goes to a reviewer', accept: 'is accepted without comparing faces' }
const SEAL_WORDS = {
  off: 'not verified',
  optional: 'verified where there is one',
  required: 'required: documents without one go to a reviewer',
}
