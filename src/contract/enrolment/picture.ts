import { type Static, Type } from 'typebox'

/** The media types a picture may be sent as, in addition to JSON. The bytes themselves say what it is. */
export const PICTURE_MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/octet-stream',
] as const

export const PictureRequest = Type.Object(
  {
    imageBase: Type.String({
      minLength: 1,
      description:
        'The picture as Base64 text (with or without a data-URL prefix) or an https URL of it. JPEG, PNG, WebP, HEIC or HEIF; at most 10 MB of picture bytes and 50 megapixels.',
      examples: ['/9j/4AAQSkZJRgABAQAAAQABAAD…', 'https://shop.example/pictures/front.jpg'],
    }),
  },
  { $id: 'PictureRequest', description: 'A picture, as text.' },
)
export type PictureRequest = Static<typeof PictureRequest>
