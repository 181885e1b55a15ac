import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { isDesktop } from '../frame.ts'
import { Button } from '../pieces/button.tsx'
import { LateQrCode } from '../pieces/late-qr-code.tsx'
import { useSpeech } from '../pieces/speech.tsx'

/** A proof for the wallet: asked for when the person wants it, since the offer is over after ten minutes. */
export function KeepProof({ api }: { api: Pick<Api, 'offerCredential'> }) {
  const { say } = useSpeech()
  const [link, setLink] = useState<string>()
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    setFailed(false)
    try {
      const { link: offered } = await api.offerCredential()
      if (offered) setLink(offered)
      else setFailed(true)
    } catch {
      // Nothing is lost by it: the identity check is over, and the button is there to try again.
      setFailed(true)
    }
  }
  return (
    <>
      <p>{say('doneWalletWhy')}</p>
      {link && isDesktop() && (
        <>
          <p>{say('walletScan')}</p>
          <LateQrCode link={link} label={say('walletQr')} />
        </>
      )}
      <div class="actions">
        {link ? (
          <a class={isDesktop() ? 'button secondary' : 'button primary'} href={link}>
            {say('walletOpen')}
          </a>
        ) : (
          <Button look="primary" says={failed ? 'retry' : 'doneWallet'} act={ask} />
        )}
      </div>
    </>
  )
}
