import type { Teaching } from '../../../../src/vision/engine.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { learnDocument } from '../../../../src/vision/taught/learn/learn-document.ts'
import { lookAtPage, tryDocument } from '../../../../src/vision/taught/learn/preview.ts'

/** Teaching in this process, without a pool of workers. */
export const teachingAt = (engine: ReadEngine): Teaching => ({
  lookAtPages: (pictures) =>
    Promise.all(pictures.map(async (picture) => (await engine.read((context) => lookAtPage(context, picture))).value)),
  learnDocument: async (lesson) => (await engine.read((context) => learnDocument(context, lesson))).value,
  tryDocument: async (trial) => (await engine.read((context) => tryDocument(context, trial))).value,
  useDocumentModels: (models) => engine.useModels(models),
})
