import type { ChipContents } from '../../packages/specimen/src/chip/test-chips.ts'
import { codestream, jpegHeader } from './chip-pictures.ts'

export const CHIP_LINES = [
  'P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36AND7408122F3204153ZE184226B<<<<<12',
]

/** What a test chip holds, with pictures that are headers alone. */
export const chipContents = (contents: Partial<ChipContents> = {}): ChipContents => ({
  country: 'AD',
  mrz: CHIP_LINES,
  fullName: 'ERIKSSON<<ANNA<MARIA',
  placeOfBirth: 'ZENITH',
  authority: 'TEST AUTHORITY',
  dateOfIssue: '2022-04-16',
  portraits: { JPEG: jpegHeader(40, 50), JPEG2000: codestream(40, 50) },
  otherPortrait: jpegHeader(41, 50),
  ...contents,
})
