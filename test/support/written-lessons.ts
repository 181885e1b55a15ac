import { accept } from '../../src/formats/result.ts'
import type { Learnt, PageLook, Teaching, TriedPage } from '../../src/vision/engine.ts'
import { passportPage } from '../kernel/decision/genuine.ts'
import { JPEG } from './app.ts'
import { aContent } from './models.ts'

/** An engine's answers to a teacher, where the picture is not the point. */
export const writtenLessons = (): Teaching & { lessons: Parameters<Teaching['learnDocument']>[0][] } => {
  const lessons: Parameters<Teaching['learnDocument']>[0][] = []
  return {
    lessons,
    lookAtPages: async (pictures) => pictures.map(() => aLook()),
    learnDocument: async (lesson) => {
      lessons.push(lesson)
      return learnt(lesson.pictures.length)
    },
    tryDocument: async ({ model }) => accept(tried(model)),
    useDocumentModels() {},
  }
}

export const aLook = (): PageLook => ({
  isFound: true,
  picture: JPEG,
  width: 800,
  height: 505,
  lines: [
    { text: 'Surname', box: { x: 0.35, y: 0.2, width: 0.2, height: 0.05 }, confidence: 98 },
    { text: 'SPECIMEN', box: { x: 0.35, y: 0.27, width: 0.3, height: 0.06 }, confidence: 97, suggested: 'surname' },
    { text: 'X0000001', box: { x: 0.6, y: 0.08, width: 0.3, height: 0.06 }, confidence: 96 },
  ],
  zones: [{ name: 'portrait', box: { x: 0.05, y: 0.2, width: 0.25, height: 0.6 } }],
  kind: { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT' },
})

const learnt = (pictures: number): Learnt => {
  const content = { ...aContent(), pictures }
  return { ok: true, content, pictures: [JPEG], zones: content.zones, notFound: [], leftOut: [] }
}

const tried = ({ id, version }: { id: string; version: number }): TriedPage => ({
  recognised: true,
  reading: {
    ...passportPage(),
    taught: { id, version, score: 96 },
    authenticity: { reference: { model: id, score: 91, places: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.1 }] } },
  },
  images: { original_normalized_FRONT: JPEG, authenticity_FRONT: JPEG },
})
