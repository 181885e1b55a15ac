import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LOCALES } from '../../../src/kernel/session/session-words.ts'
import { loadTexts, type Texts } from '../../../src/kernel/texts/languages.ts'

/** What fits each place on a display of 320 pixels: two lines of a heading, of a button and of the guidance, five of a refusal. */
const PLACES: { name: string; keys: RegExp; longest: number }[] = [
  { name: 'heading', keys: /Title$|^check(Document|Face|Doubt)$/, longest: 48 },
  {
    name: 'button',
    keys: /^(start|use|useAnyway|retake|retry|upload|cameraAllow|consentAgree|consentDecline|decline(?:Stop|Undo)|withdraw|handoverHere|handoverCopy|takenHere|doneReturnNow|laterHere|reviewerSend|way[A-Z]\w+)$/,
    longest: 40,
  },
  { name: 'guidance', keys: /^guide(?!Tips)/, longest: 60 },
  { name: 'refusal', keys: /^[A-Z][A-Z_]+$/, longest: 120 },
]

describe('every sentence of the hosted page fits its place', () => {
  for (const locale of LOCALES)
    it(`in ${locale}`, async () => {
      const texts = await loadTexts(locale)
      for (const { name, keys, longest } of PLACES) {
        const found = (Object.keys(texts) as (keyof Texts)[]).filter((key) => keys.test(key))
        assert.ok(found.length > 5, name)
        for (const key of found)
          assert.ok(texts[key].length <= longest, `${name} ${key}: ${texts[key].length} characters`)
      }
    })
})
