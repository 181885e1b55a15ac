import { Type } from 'typebox'
import { time } from '../schema.ts'

/** A certificate of a chip's or a credential's issuer. */
export const ChipCertificate = Type.Object(
  {
    subject: Type.String({ examples: ['C=UT, O=Utopia, CN=Signer 7'] }),
    issuer: Type.String(),
    notBefore: time('Beginning of its validity.'),
    notAfter: time('End of its validity.'),
    origin: Type.Optional(Type.String({ description: 'Of an authority: the list or file that it came from.' })),
  },
  { $id: 'ChipCertificate' },
)
