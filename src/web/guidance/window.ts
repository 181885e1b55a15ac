import type { Area } from '../../domain/picture/quality/measures.ts'

/** A card-shaped window for documents, an oval with room around the head for faces; as shares of the picture. */
export function windowIn(kind: 'document' | 'face', { width, height }: { width: number; height: number }): Area {
  const { ratio, widest, tallest } = shapes[kind]
  const scale = Math.min((width * widest) / ratio, height * tallest)
  const share = { width: (scale * ratio) / width, height: scale / height }
  return { x: (1 - share.width) / 2, y: (1 - share.height) / 2, ...share }
}

/** The document's window lies between a card (ID-1, 1.59) and a passport's page (ID-3, 1.42). */
const shapes = {
  document: { ratio: 1.5, widest: 0.88, tallest: 0.7 },
  face: { ratio: 3 / 4, widest: 0.62, tallest: 0.66 },
}
