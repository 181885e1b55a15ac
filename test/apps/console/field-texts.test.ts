import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differences, languageOfText } from '../../../src/apps/console/case/field-texts.ts'

const marked = (text: string, other: string) =>
  differences(text, other)
    .map((piece) => (piece.differs ? `[${piece.text}]` : piece.text))
    .join('')

describe('the difference of two values', () => {
  it('is marked in the character, not in the whole', () => {
    assert.equal(marked('L898902C3', 'L898962C3'), 'L8989[0]2C3')
    assert.equal(marked('ERIKSSON', 'ERIKSON'), 'ERIK[S]SON'.replace('K[S]S', 'KS[S]'))
    assert.equal(marked('1974-08-12', '1974-08-21'), '1974-08-[1]2')
  })

  it('is none where the texts are equal but for case, and all where nothing is shared', () => {
    assert.equal(marked('Anna', 'ANNA'), 'Anna')
    assert.equal(marked('ABC', 'XYZ'), '[ABC]')
    assert.equal(marked('ABC', ''), '[ABC]')
    assert.equal(marked('', 'ABC'), '')
  })

  it('marks what one side has more', () => {
    assert.equal(marked('ANNA MARIA', 'ANNA'), 'ANNA[ MARIA]')
    assert.equal(marked('ANNA', 'ANNA MARIA'), 'ANNA')
  })
})

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
