/**
 * What the comparison of a person with an entry is reckoned with. Chosen on one drawn list, without the kinds of variation
 * that are left out, and reported on another that was drawn from other seeds: `npm run evaluate -- --only screening`,
 * docs/screening.md. Only the program that chooses them writes them.
 */
export const WEIGHTS = {
  /** Share of the shorter name in the score of two names; the rest is that of the longer: what missing parts cost. */
  shorter: 0.9,
  /** An initial against a word that begins with it. */
  initial: 0.95,
  /** Taken off where the words do not follow each other as in the other name. */
  order: 0.08,
  /** Of what two words of the same sound differ in, the share that is forgiven. */
  sound: 0.9,
  /** Likewise where the list has the person's word: then it is rather another name. */
  soundKnown: 0.5,
  /** Of what one slip changes in a word that the list does not have, the share that is forgiven. */
  slip: 0.8,
  /** A word is taken for several written as one where it is at least so like them. */
  joined: 0.8,
  /** Two words that share less than this have nothing in common. */
  leastAlike: 0.5,
  /** What a weak alias is worth, of a name. */
  weakAlias: 0.85,
  /** Birth dates: the same day, the same with day and month exchanged, or within a few letters; the same year where no more is known. */
  sameDay: 0.15,
  nearDay: 0.05,
  sameYear: 0.07,
  /** The last digit of the year differs, where the entry has no more than the year. */
  nearYear: -0.03,
  otherYear: -0.35,
  otherDay: -0.12,
  /** Taken off where no birth date says otherwise and the name is one that many have. */
  commonName: -0.1,
  /** From which rarity on nothing is taken off, in powers of the list's size. */
  commonFrom: 2.05,
  /** How many people have a word that the list does not have. */
  rarest: 0.2,
  /** Of the words that sound like it, the share that counts as the same where it is asked how many have a word. */
  neighbours: 0.05,
  sameCountry: 0.02,
  /** Countries that have nothing in common, where the birth date is the same day, and where it is not. */
  otherCountry: -0.05,
  otherCountryUndated: -0.2,
  otherSex: -0.2,
  /** The least score of two with the same number of a document. */
  identifier: 0.97,
}
