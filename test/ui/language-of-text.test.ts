import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOfText } from '../../src/ui/language-of-text.ts'

describe('the language of a value, for its font', () => {
  it('takes Chinese characters in the shapes of the country that printed them', () => {
    assert.equal(languageOfText('見本 太郎', 'JPN'), 'ja')
    assert.equal(languageOfText('樣本', 'TWN'), 'zh-Hant')
    assert.equal(languageOfText('樣本', 'HKG'), 'zh-Hant-HK')
    assert.equal(languageOfText('样本', 'CHN'), 'zh-Hans')
    assert.equal(languageOfText('样本'), 'zh-Hans')
  })

  it('goes by kana and Hangul before Chinese characters', () => {
    assert.equal(languageOfText('見本 タロウ'), 'ja')
    assert.equal(languageOfText('홍길동 (洪吉童)', 'KOR'), 'ko')
  })

  it('distinguishes Persian and Urdu by their countries', () => {
    assert.equal(languageOfText('نمونه', 'IRN'), 'fa')
    assert.equal(languageOfText('نمونہ', 'PAK'), 'ur')
    assert.equal(languageOfText('مثال', 'EGY'), 'ar')
  })

  it('leaves what the own font has', () => {
    for (const text of ['SPECIMEN', 'ЗРАЗОК', 'ΔΕΙΓΜΑ', '12.03.1999', '']) assert.equal(languageOfText(text), undefined)
  })
})
