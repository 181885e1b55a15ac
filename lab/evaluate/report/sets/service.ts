import { thousands } from '../../measure/table.ts'
import { type ChipFigures, chipsVerified } from '../tables/chip.ts'
import {
  type ClusterFacesFigures,
  type ClusterFigures,
  facesOnNodes,
  faultsPlayed,
  sessionsByNodes,
} from '../tables/cluster.ts'
import {
  type ScreeningFigures,
  type ScreeningScaleFigures,
  screeningByIndex,
  screeningByKind,
  screeningByScale,
  screeningBySize,
  screeningByThreshold,
} from '../tables/screening.ts'
import {
  type NeighbourFigures,
  neighboursServed,
  type StatusFigures,
  statusRates,
  type UploadsFigures,
  uploadsTaken,
} from '../tables/service.ts'
import {
  type AuditChainFigures,
  type BackupFigures,
  backupsRestored,
  chainExtended,
  type DecideFigures,
  decisionsMade,
  type FaceIndexFigures,
  type FaceLoadFigures,
  type FaceScaleFigures,
  type FaceVectorFigures,
  facesInDatabase,
  facesIndexed,
  facesLoaded,
  facesScaled,
  type KillFigures,
  killsSurvived,
  type QuestionsFigures,
  questionsBySize,
  questionsCompared,
  questionsInAll,
  type RaceFigures,
  racesRun,
  type UpgradeFigures,
  upgradesMade,
} from '../tables/storage.ts'
import { type NodesFigures, sessionsByPeople, sessionsByWorkers, type WorkersFigures } from '../tables/throughput.ts'
import { measured, SERVICE, STORAGE, sum } from './measured.ts'

const sessions = (figures: { sessions: number }) => `${thousands(figures.sessions)} sessions`

/** Measurements of storage and service. */
export const SERVICE_SETS = {
  list: measured<QuestionsFigures>('Pages of a long list of sessions.', sessions, STORAGE, { asked: questionsInAll }),
  console: measured<QuestionsFigures>('Each question of the console.', sessions, STORAGE, { asked: questionsCompared }),
  search: measured<QuestionsFigures>('Sessions found by reference, name and number.', sessions, STORAGE, {
    asked: questionsBySize,
  }),
  screening: measured<ScreeningFigures>(
    'People on a drawn list, varied by a recipe, and people who are on none.',
    ({ people, strangers }) => `${people} people in every variation, ${thousands(strangers)} unrelated`,
    ['src/features/screening'],
    { size: screeningBySize, kind: screeningByKind, threshold: screeningByThreshold },
  ),
  screeningScale: measured<ScreeningScaleFigures>(
    'A drawn list of very many persons, imported and searched.',
    ({ searches }) => `${searches} people looked for, half of them on the list in a variation`,
    ['src/features/screening'],
    { scale: screeningByScale, index: screeningByIndex },
  ),
  duplicates: measured<QuestionsFigures>('Documents and faces that were seen before.', sessions, STORAGE, {
    asked: questionsBySize,
  }),
  faceIndex: measured<FaceIndexFigures>(
    'The duplicate check among very many drawn faces.',
    ({ people }) => `faces drawn from those of ${people} people`,
    ['src/features/duplicates/faces'],
    { searched: facesIndexed },
  ),
  faceLoad: measured<FaceLoadFigures>(
    'Loading the faces of earlier sessions after a start.',
    ({ rows }) => `${thousands(Math.max(...rows.map(({ faces }) => faces)))} drawn faces`,
    ['src/features/duplicates/faces'],
    { read: facesLoaded },
  ),
  faceScale: measured<FaceScaleFigures>(
    'One tenant with very many faces of random signs.',
    ({ rows }) => `${thousands(Math.max(...rows.map(({ faces }) => faces)))} faces`,
    ['src/features/duplicates/faces'],
    { kept: facesScaled },
  ),
  faceVectors: measured<FaceVectorFigures>(
    'The duplicate check in PostgreSQL.',
    ({ people, version }) => `faces drawn from those of ${people} people, pgvector ${version}`,
    ['src/features/duplicates/faces'],
    { searched: facesInDatabase },
  ),
  kill: measured<KillFigures>(
    'What is left of everything acknowledged when processes are killed.',
    ({ rows }) => `${sum(rows, ({ kills }) => kills)} kills`,
    STORAGE,
    { survived: killsSurvived },
  ),
  upgrade: measured<UpgradeFigures>(
    'What is left of everything an earlier version stored, after an upgrade while people enrol.',
    ({ seconds, rows }) =>
      `${sum(rows, ({ sessions, during }) => sessions + during)} sessions, ${seconds} seconds with both versions`,
    STORAGE,
    { made: upgradesMade },
  ),
  cluster: measured<ClusterFigures>(
    'Nodes on PostgreSQL and S3 behind a balancer, with faults, and by their number.',
    ({ faults }) => `${faults.length} faults, ${sum(faults, ({ sessions }) => sessions)} sessions`,
    SERVICE,
    { faults: faultsPlayed, nodes: sessionsByNodes },
  ),
  clusterFaces: measured<ClusterFacesFigures>(
    'Three nodes with faces of earlier sessions, restarted in turn.',
    ({ nodes, faces }) => `${nodes} nodes, ${thousands(faces)} drawn faces`,
    SERVICE,
    { searched: facesOnNodes },
  ),
  auditChain: measured<AuditChainFigures>(
    'How fast one node extends the chain of the audit log.',
    ({ rows }) => `${thousands(Math.max(...rows.map(({ entries }) => entries)))} entries`,
    ['src/kernel/audit'],
    { extended: chainExtended },
  ),
  backup: measured<BackupFigures>(
    'Backups taken while people enrol and processes are killed, put back elsewhere.',
    ({ rows }) => `${sum(rows, ({ rounds }) => rounds)} rounds`,
    STORAGE,
    { restored: backupsRestored },
  ),
  race: measured<RaceFigures>(
    'Everything at once on one session.',
    ({ rows }) => `${sum(rows, ({ rounds }) => rounds)} rounds`,
    STORAGE,
    { run: racesRun },
  ),
  chip: measured<ChipFigures>(
    'Chips verified, with the authorities in the database.',
    ({ chips, rows }) => `${chips} chips of each of ${rows.length} kinds`,
    ['src/features/chip', 'src/formats/x509', 'src/kernel/trust'],
    { verified: chipsVerified },
  ),
  decide: measured<DecideFigures>(
    'Deciding, and deciding again under another policy.',
    sessions,
    ['src/kernel', 'src/features', ...STORAGE],
    { made: decisionsMade },
  ),
  uploads: measured<UploadsFigures>(
    'Memory of the HTTP process under large pictures.',
    ({ uploads }) => `${uploads} pictures of noise at once`,
    SERVICE,
    { taken: uploadsTaken },
  ),
  neighbour: measured<NeighbourFigures>(
    'A good tenant next to one that floods, trickles, sends bombs, signs in and lets webhooks hang.',
    ({ seconds, withHostile }) => `${seconds} seconds, ${withHostile.pictures} pictures of the good one`,
    SERVICE,
    { served: neighboursServed },
  ),
  workers: measured<WorkersFigures>(
    'Sessions an hour by the number of workers.',
    ({ seconds }) => `${seconds} seconds each, drawn specimens`,
    SERVICE,
    { run: sessionsByWorkers },
  ),
  nodes: measured<NodesFigures>(
    'Sessions a second of several nodes until calls take too long.',
    ({ seconds, nodes }) => `${nodes} nodes, ${seconds} seconds each`,
    SERVICE,
    { run: sessionsByPeople },
  ),
  status: measured<StatusFigures>('Rate of GET status.', ({ callers }) => `${callers} connections`, SERVICE, {
    rates: statusRates,
  }),
}
