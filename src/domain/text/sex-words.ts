/** How documents print the sex, in the languages and scripts of the world's issuers; in capitals, without dots. */
const WORDS: Readonly<Record<'M' | 'F', string>> = {
  M:
    'MALE HOMBRE HOMME UOMO MIES MEES VYRAS VĪRIETIS BĂRBAT MASHKULL KİŞİ MWANAUME ΑΝΔΡΑΣ MUŠKI MUŠKO MUŽ MÄNNLICH MASCULIN MASCULINO MASCULINE MASCHILE FÉRFI МУЖ МУЖСКОЙ МУШКИ МАШКИ ЭРЭГТЭЙ ЭРКЕК ' +
    'ERKEK ERKAK LAKI LAKI-LAKI LELAKI LALAKI NAM ME 男 男性 남 남자 ذكر مرد مذکر זכר ז მამრ მამრობითი ԱՐ ԱՐԱԿԱՆ ชาย ຊາຍ ប្រុស ကျား ' +
    'पुरुष পুরুষ ஆண் పురుషుడు પુરુષ ਪੁਰਖ ಪುರುಷ പുരുഷൻ පුරුෂ පිරිමි ወንድ ተባዕታይ',
  F:
    'FEMALE MUJER FEMME DONNA NAINEN NAINE MOTERIS SIEVIETE FEMEIE FEMËR QADIN MWANAMKE ΓΥΝΑΙΚΑ ŽENSKI ŽENSKO ŽENA WEIBLICH FÉMININ FEMININ FEMENINO FEMININO FEMMINILE NŐ ЖЕН ЖЕНСКИЙ ЖЕНСКИ ЭМЭГТЭЙ АЯЛ ' +
    'KADIN AYOL PEREMPUAN BABAE NỮ KE 女 女性 여 여자 أنثى زن مونث عورت נקבה נ მდედრ მდედრობითი ԻԳ ԻԳԱԿԱՆ หญิง ຍິງ ស្រី မ ' +
    'महिला स्त्री মহিলা নারী பெண் స్త్రీ સ્ત્રી ਇਸਤਰੀ ಮಹಿಳೆ സ്ത്രീ ස්ත්‍රී ගැහැණු ሴት ኣንስታይ',
}

const BY_WORD = new Map(
  (['M', 'F'] as const).flatMap((sex) => WORDS[sex].split(' ').map((word) => [keyOf(word), { sex, word }] as const)),
)

/** The sex that a whole word says, in whatever language. */
export const sexOfWord = (word: string): 'M' | 'F' | undefined => BY_WORD.get(keyOf(word))?.sex

/** The word that a misread one is, if one letter of three or more differs and no other word is as near. */
export function nearestSexWord(text: string): string | undefined {
  const key = keyOf(text)
  if (key.length < 3) return undefined
  const near = [...BY_WORD].filter(([word]) => word.length >= 3 && differsInOne(word, key))
  return near.length === 1 ? near[0]?.[1].word : undefined
}

const differsInOne = (a: string, b: string): boolean =>
  a.length === b.length && [...a].filter((letter, i) => letter !== b[i]).length === 1

/** Joiners only say how letters are shaped; Arabic is typed with and without hamza and dots. */
function keyOf(word: string): string {
  return word
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/\u200c|\u200d|\./g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .trim()
}
