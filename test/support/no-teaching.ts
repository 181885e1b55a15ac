import type { Teaching } from '../../src/vision/engine.ts'

const untaught = () => Promise.reject(new Error('nothing is taught in this test'))

/** For engines that are written for a test: nothing is taught there. */
export const noTeaching: Teaching = {
  lookAtPages: untaught,
  learnDocument: untaught,
  tryDocument: untaught,
  useDocumentModels() {},
}
