import { thousands } from '../../measure/table.ts'
import { type NpmPartsFigures, npmPartsFaces, npmPartsMrz } from '../tables/npm-parts.ts'
import { type ResidentFigures, residentMemory } from '../tables/resident.ts'
import {
  type FaceCostFigures,
  faceCost,
  type HostileFigures,
  hostileRead,
  type MemoryFigures,
  memoryHeld,
  type PageCostFigures,
  pageCost,
} from '../tables/service.ts'
import {
  type NetCostFigures,
  netCosts,
  type VersusFigures,
  type VersusOnceFigures,
  versusFace,
  versusOnceFace,
  versusOncePage,
  versusOnceWhole,
  versusPage,
  versusWhole,
} from '../tables/speed.ts'
import {
  type ReturningFigures,
  returnsDecided,
  type StartFigures,
  startsTaken,
  type WaitFigures,
  waitForAnswer,
  waitForScreen,
} from '../tables/wait.ts'
import { DRAWN, measured, PAGE, READING, SERVICE } from './measured.ts'

const SELFIE = '720 × 960 pixels'

/** Measurements of speed and memory. */
export const COST_SETS = {
  npmParts: measured<NpmPartsFigures>(
    'The same pictures by Limen and by packages from npm.',
    ({ mrz, faces }) => `${mrz.limen.n} documents with an MRZ, ${faces.limen.pictures} pictures of faces`,
    READING,
    { mrz: npmPartsMrz, faces: npmPartsFaces },
  ),
  pageCost: measured<PageCostFigures>(
    'Cost of a page on photographed specimens, by step.',
    ({ pages }) => `${pages} photographed specimens`,
    DRAWN,
    { cost: pageCost },
  ),
  faceCost: measured<FaceCostFigures>(
    'Cost of a selfie, by step.',
    ({ pages }) => `${pages} selfies of ${SELFIE}`,
    DRAWN,
    { cost: faceCost },
  ),
  versus: measured<VersusFigures>(
    'What reading costs against an earlier version, in one run.',
    ({ earlier, rounds, tasks }) =>
      `${tasks.map(({ task, pictures: n }) => `${n} ${task}s`).join(' and ')}, the least of ${rounds} rounds, before: ${earlier}`,
    READING,
    { whole: versusWhole, page: versusPage, face: versusFace },
  ),
  versusOnce: measured<VersusOnceFigures>(
    'What reading costs against earlier versions, each picture read once, in one run.',
    ({ earlier, tasks }) =>
      `${tasks.map(({ task, pictures: n }) => `${n} ${task}s`).join(' and ')}, read once by ${earlier.join(', ')} and this version in turn`,
    READING,
    { whole: versusOnceWhole, page: versusOncePage, face: versusOnceFace },
  ),
  netCost: measured<NetCostFigures>(
    'The arithmetic of each net next to its time.',
    ({ nets }) => `${nets.length} nets, one thread`,
    ['src/vision/nets', 'models/*.onnx'],
    { nets: netCosts },
  ),
  wait: measured<WaitFigures>(
    'How long a person waits.',
    ({ answer: { pictures, megapixels } }) => `${pictures} photographs of ${megapixels} megapixels`,
    [...DRAWN, ...PAGE],
    { answer: waitForAnswer, next: waitForScreen },
  ),
  returning: measured<ReturningFigures>(
    'Somebody who was approved comes back.',
    ({ sessions }) => `${sessions} sessions, one after the other`,
    [...READING, ...SERVICE],
    { decided: returnsDecided },
  ),
  start: measured<StartFigures>(
    'How long the service takes to start.',
    ({ starts }) => `${starts} starts`,
    ['src', 'models/*.onnx'],
    { taken: startsTaken },
  ),
  memory: measured<MemoryFigures>(
    'Memory of a worker over many pages.',
    ({ pages }) => `${thousands(pages)} pages in a row`,
    DRAWN,
    { held: memoryHeld },
  ),
  resident: measured<ResidentFigures>(
    'What the service and its workers hold after many pages.',
    ({ rows }) => `${thousands(rows.at(-1)?.pages ?? 0)} photographed specimens`,
    ['src', 'models/*.onnx'],
    { memory: residentMemory },
  ),
  hostile: measured<HostileFigures>(
    'Broken and hostile pictures.',
    ({ pictures: n }) => `${thousands(n)} pictures`,
    READING,
    { read: hostileRead },
  ),
}
