import { type Static, Type } from 'typebox'
import {
  BARCODE_FIELDS,
  DOCUMENT_TYPES,
  MRZ_FIELDS,
  PAGE_SIDES,
  VISUAL_FIELDS,
} from '../../../formats/document-words.ts'
import { DOCUMENT_IMAGES, FACE_IMAGES } from '../../../vision/image-names.ts'
import { country, type LateStatic, late, ref, score, time, words } from '../../contract/schema.ts'
import { storedEvidence } from '../../evidence/evidence-kind.ts'

/** A certificate of a chip's or a credential's issuer. */
export const ChipCertificate = Type.Object(
  {
    subject: Type.String({ examples: ['C=UT, O=Utopia, CN=Signer 7'] }),
    issuer: Type.String(),
    notBefore: time('Beginning of its validity.'),
    notAfter: time('End of its validity.'),
    origin: Type.Optional(Type.String({ description: 'For an authority: the list or file that it came from.' })),
  },
  { $id: 'ChipCertificate' },
)

export const Applicant = Type.Object(
  {
    dateOfBirth: Type.Optional(Type.String({ description: 'ISO 8601 date.', examples: ['1974-08-12'] })),
    firstName: Type.Optional(Type.String({ description: 'Given name, all uppercase.', examples: ['ANNA MARIA'] })),
    lastName: Type.Optional(Type.String({ description: 'Family name, all uppercase.', examples: ['ERIKSSON'] })),
    surnameAndGivenNames: Type.Optional(
      Type.String({
        description: 'Surname followed by given names, all uppercase.',
        examples: ['ERIKSSON ANNA MARIA'],
      }),
    ),
  },
  {
    $id: 'Applicant',
    description: 'The holder, from the best combination of MRZ, visual zone and barcode. What was not read is absent.',
  },
)

export const VisualResult = Type.Object(
  {
    name: words(VISUAL_FIELDS),
    value: Type.String({ description: 'As printed.' }),
    confidence: score('The confidence of the reader.'),
    pageSide: words(PAGE_SIDES),
    normalizedDateValue: Type.Optional(
      Type.String({ description: 'Date-time text, when the field is a date.', examples: ['1974-08-12T00:00:00Z'] }),
    ),
  },
  { $id: 'VisualResult' },
)

export const MrzResult = Type.Object({ name: words(MRZ_FIELDS), value: Type.String() }, { $id: 'MrzResult' })
export const BarcodeResult = Type.Object(
  { name: words(BARCODE_FIELDS), value: Type.String() },
  { $id: 'BarcodeResult' },
)

/** Specification 2.7. */
export const DocumentResult = Type.Object(
  {
    country: Type.Optional(
      country('ISO 3166 alpha-3 code of the document country. Absent if nothing on the document says who issued it.'),
    ),
    documentType: words(DOCUMENT_TYPES),
    documentReleaseYear: Type.Optional(
      Type.String({
        description: 'Year in which this model of the document was first issued, when known.',
        examples: ['2019'],
      }),
    ),
    documentName: Type.String({
      description:
        'Country, optional state, province or region, type, issuance year and optional version of the document.',
      examples: ['Utopia Identity card 2019'],
    }),
    applicant: ref(Applicant),
    documentVisualResults: Type.Array(ref(VisualResult), { description: 'Fields of the visual zone.' }),
    documentMrzResults: Type.Optional(
      Type.Array(ref(MrzResult), { description: 'Fields of the MRZ; present if the document has one.' }),
    ),
    documentBarcodeResults: Type.Optional(
      Type.Array(ref(BarcodeResult), { description: 'Fields of the barcode; present if the document has one.' }),
    ),
    availableImages: Type.Array(words(DOCUMENT_IMAGES), { description: 'Names of the document images.' }),
  },
  { $id: 'DocumentResult' },
)
export type DocumentResult = Static<typeof DocumentResult>

/** Specification 2.8. */
export const FaceResult = Type.Object(
  {
    passiveLivenessScore: Type.Optional(
      score('0 to 50: the face is not live; over 50: it is. Absent when it could not be computed.'),
    ),
    verificationScore: Type.Optional(
      score(
        'Portrait of the document against the selfie. 0 to 50: no match; over 50: match. Absent when it could not be computed.',
      ),
    ),
    availableImages: Type.Array(words(FACE_IMAGES), { description: 'Names of the face images.' }),
    age: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Estimated age in years; null when switched off or not computed.',
      examples: [34],
    }),
    gender: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: -10_000,
      maximum: 10_000,
      description: 'From −10,000 (male) to 10,000 (female), 0 undecided; null when switched off or not computed.',
      examples: [-9200],
    }),
  },
  { $id: 'FaceResult' },
)
export type FaceResult = Static<typeof FaceResult>

/** Specification 2.9. */
export const ImagesResponse = late('ImagesResponse', () =>
  Type.Object(
    {
      document: Type.Array(words(DOCUMENT_IMAGES), { description: 'Names of the document images.' }),
      face: Type.Array(words(FACE_IMAGES), { description: 'Names of the face images.' }),
      ...Object.fromEntries(
        storedEvidence().map(({ name, images, about }) => [
          name,
          Type.Optional(Type.Array(words(images), { description: about })),
        ]),
      ),
    },
    {
      $id: 'ImagesResponse',
      examples: [
        {
          document: ['original_FRONT', 'original_normalized_FRONT', 'primary_face'],
          face: ['face_original', 'face_cropped'],
        },
      ],
    },
  ),
)
export type ImagesResponse = LateStatic<typeof ImagesResponse>
