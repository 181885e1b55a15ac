import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, MRZ_FIELDS } from '../../formats/document-words.ts'
import { country, ref, time, words } from '../../kernel/contract/schema.ts'
import type { ResultRoute } from '../../kernel/feature.ts'
import { ChipCertificate, MrzResult } from '../../kernel/results/contract/results.ts'
import { imagesOf, type Session } from '../../kernel/session/session.ts'
import { kindOfChip } from './chip-reading.ts'
import { CHIP_IMAGES } from './contract/chip-images.ts'
import {
  ACTIVE_AUTHENTICATIONS,
  CHIP_ACCESSES,
  CHIP_AUTHENTICATIONS,
  CHIP_REASONS,
  CHIP_VERDICTS,
  GROUP_STATES,
} from './verdict.ts'

/**
 * An addition to the specification: what the chip of the document holds, and the result of verifying its signatures.
 */
export const ChipResult = Type.Object(
  {
    verdict: words(CHIP_VERDICTS, {
      description:
        'TRUSTED: signed by a state that the operator trusts, and unchanged. ALTERED: a signature or hash does not hold. UNKNOWN_ISSUER: all signatures and hashes hold, but the signer is not trusted.',
    }),
    reasons: Type.Array(Type.Object({ code: words(CHIP_REASONS), text: Type.String() })),
    activeAuthentication: words(ACTIVE_AUTHENTICATIONS, {
      description:
        'GENUINE: the chip proved that it holds its private key. FALSE: it did not answer with that key, so it is a copy. ABSENT: it was not asked, or has no key; a copy of its files would look the same.',
    }),
    country: Type.Optional(country('ISO 3166 alpha-3 code of the issuer in DG1.')),
    type: Type.Optional(words(DOCUMENT_TYPES)),
    dataGroups: Type.Record(Type.String(), words(GROUP_STATES), {
      description: 'Every data group that was sent, by number, compared with its signed hash.',
    }),
    chipMrzResults: Type.Array(ref(MrzResult), { description: 'The machine readable zone in DG1.' }),
    holder: Type.Optional(
      Type.Object(
        {
          fullName: Type.Optional(Type.String()),
          personalNumber: Type.Optional(Type.String()),
          dateOfBirth: Type.Optional(Type.String()),
          placeOfBirth: Type.Optional(Type.String()),
          address: Type.Optional(Type.String()),
        },
        { description: 'DG11, if it was sent.' },
      ),
    ),
    document: Type.Optional(
      Type.Object(
        { issuingAuthority: Type.Optional(Type.String()), dateOfIssue: Type.Optional(Type.String()) },
        { description: 'DG12, if it was sent.' },
      ),
    ),
    signer: Type.Optional(ref(ChipCertificate)),
    authority: Type.Optional(ref(ChipCertificate)),
    signedAt: Type.Optional(time('When the state signed it, if stated.')),
    saidByReader: Type.Optional(
      Type.Object(
        {
          access: Type.Optional(words(CHIP_ACCESSES)),
          chipAuthentication: Type.Optional(words(CHIP_AUTHENTICATIONS)),
        },
        {
          description:
            'What the program that read the chip reported. It cannot be verified and does not affect the decision.',
        },
      ),
    ),
    readAt: time('When it was sent.'),
    availableImages: Type.Array(words(CHIP_IMAGES), { description: 'Names of the images of the chip.' }),
  },
  { $id: 'ChipResult' },
)
export type ChipResult = Static<typeof ChipResult>

/** Undefined if no chip was read. */
function chipResult(session: Session): ChipResult | undefined {
  const { chip } = session
  if (!chip) return undefined
  const { verdict, reasons, activeAuthentication, dataGroups, mrz, holder, document, signer, authority } = chip
  const { signedAt, saidByReader } = chip
  const images = imagesOf(session)
  return {
    verdict,
    reasons,
    activeAuthentication,
    ...kindOfChip(chip),
    dataGroups,
    chipMrzResults: MRZ_FIELDS.flatMap((name) => {
      const value = mrz.fields[name]
      return value === undefined ? [] : [{ name, value }]
    }),
    ...(holder && { holder }),
    ...(document && { document }),
    ...(signer && { signer }),
    ...(authority && { authority }),
    ...(signedAt && { signedAt }),
    ...(saidByReader && { saidByReader }),
    readAt: chip.readAt,
    availableImages: CHIP_IMAGES.filter((name) => images[name]),
  }
}

export const chipResults: readonly ResultRoute[] = [
  {
    path: 'chip/result',
    part: 'chip',
    schema: ref(ChipResult),
    words: {
      operationId: 'readChipResult',
      summary: 'Chip result',
      description: 'What the chip of the document holds and whether its signatures hold; 404 if no chip was read.',
    },
    present: chipResult,
  },
]
