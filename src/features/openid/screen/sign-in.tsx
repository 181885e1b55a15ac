import { useEffect, useState } from 'preact/hooks'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { StepProps } from '../../../apps/hosted-page/steps.ts'
import { loadSignInTexts, type SignInTexts } from '../texts/load-texts.ts'

/** Before a sign-in: which service asks, and what it will be given. */
export function SignIn({ state: { signIn }, onBegin, onBack }: StepProps) {
  const { locale } = useSpeech()
  const [texts, setTexts] = useState<SignInTexts>()
  useEffect(() => void loadSignInTexts(locale).then(setTexts), [locale])
  if (!texts || !signIn) return <div class="page" aria-busy="true" />

  const { to, logoUrl, claims, cancelUrl } = signIn
  const named = (text: string) => text.replace('{name}', () => to)
  return (
    <Layout title={named(texts.title)} onBack={onBack}>
      {logoUrl && <img class="asker" src={logoUrl} alt="" />}
      <p>{named(claims.length ? texts.receives : texts.nothing)}</p>
      <ul class="consent">
        {claims.map((claim) => (
          <li key={claim}>{inWords(claim, texts)}</li>
        ))}
      </ul>
      <div class="otherwise">
        <a class="quiet" href={cancelUrl}>
          {texts.cancel}
        </a>
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={() => onBegin()}>
          {texts.goOn}
        </button>
      </div>
    </Layout>
  )
}

/** A claim that has no words yet is shown under its name. */
function inWords(claim: string, texts: SignInTexts): string {
  const age = /^age_over_(\d{1,3})$/.exec(claim)?.[1]
  if (age) return texts.age.replace('{age}', age)
  return Object.hasOwn(texts, claim) ? texts[claim as keyof SignInTexts] : claim
}
