import { type Static, Type } from 'typebox'
import {
  BARCODE_FIELDS,
  DOCUMENT_IMAGES,
  DOCUMENT_TYPES,
  MRZ_FIELDS,
  PAGE_SIDES,
  VISUAL_FIELDS,
} from '../../domain/vocabulary.ts'
import { country, ref, score, words } from '../schema.ts'

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
    confidence: score('How sure the reader is.'),
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
      country(
        'ISO 3166 alpha-3 code of the document country. Absent where nothing on the document says who issued it.',
      ),
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
