import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLAIMS } from '../../../src/features/openid/domain/client.ts'
import { loadSignInTexts } from '../../../src/features/openid/texts/load-texts.ts'
import { LOCALES } from '../../../src/kernel/session/session-words.ts'

describe('what the hosted page says of a sign-in', () => {
  it('is there in every language, with the same values, and a word for every claim', async () => {
    const english = await loadSignInTexts('en-US')
    const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value)
    for (const locale of LOCALES) {
      const texts = await loadSignInTexts(locale)
      assert.deepEqual(Object.keys(texts), Object.keys(english), locale)
      for (const [key, text] of Object.entries(texts))
        assert.deepEqual(valuesIn(text), valuesIn(english[key as keyof typeof english]), `${locale} ${key}`)
      if (locale !== 'en-US') assert.notEqual(texts.receives, english.receives)
    }
    for (const claim of CLAIMS)
      if (claim !== 'verified_claims') assert.ok(Object.hasOwn(english, claim) || claim.startsWith('age_over_'), claim)
  })
})
