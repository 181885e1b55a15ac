import type { Teaching } from '../../actions/ports/teaching.ts'
import type { Workbench } from '../workbench.ts'
import { learnDocument } from './learn/learn-document.ts'
import { lookAtPage } from './learn/look-at-page.ts'
import { tryDocument } from './try-document.ts'

/** Teaching at a workbench of this process, where no pool of workers is needed. */
export const teachingAt = (bench: Workbench): Teaching => ({
  lookAtPages: (pictures) =>
    Promise.all(pictures.map(async (picture) => (await bench.read((desk) => lookAtPage(desk, picture))).value)),
  learnDocument: async (lesson) => (await bench.read((desk) => learnDocument(desk, lesson))).value,
  tryDocument: async (trial) => (await bench.read((desk) => tryDocument(desk, trial))).value,
  useDocumentModels: (models) => bench.useModels(models),
})
