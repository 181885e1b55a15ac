/** Issuers that print the surname before the given names, in one line. */
const SURNAME_FIRST: ReadonlySet<string> = new Set(['CHN', 'TWN', 'HKG', 'MAC', 'KOR', 'PRK', 'JPN', 'VNM', 'KHM'])

/** Surnames of two characters; the others have one. */
const TWO_CHARACTERS =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|司徒|东方|東方|尉迟|尉遲|公孙|公孫|慕容|令狐|皇甫|宇文|长孙|長孫|夏侯|남궁|황보|제갈|사공|선우|독고|서문|동방)/u

/**
 * Surname and given names of a name in one line, where the issuer's order is known. Chinese and Korean names have no space:
 * their surname is one character, or one of the few of two. Undefined where nothing tells them apart.
 */
export function partsOfName(name: string, country: string | undefined): { surname: string; given: string } | undefined {
  if (!country || !SURNAME_FIRST.has(country)) return undefined
  const [first = '', ...rest] = name.trim().split(/[\s,]+/u)
  if (rest.length > 0) return { surname: first, given: rest.join(' ') }
  if (country === 'JPN' || !/^[\p{Script=Han}\p{Script=Hangul}]{2,5}$/u.test(first)) return undefined
  const length = first.length > 2 && TWO_CHARACTERS.test(first) ? 2 : 1
  return { surname: first.slice(0, length), given: first.slice(length) }
}
