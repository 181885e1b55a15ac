import { type Table, thousands } from '../measure/table.ts'
import {
  type DrawnFigures,
  drawnTold,
  editsByTraining,
  editsFlagged,
  type SamePhotographFigures,
  samePhotographsTold,
  sumOf,
  type TamperedFigures,
} from './tables/authenticity.ts'
import {
  type ChallengeCameraFigures,
  type ChallengeFigures,
  challengeActed,
  challengeCost,
  challengeDrawn,
  challengePlayed,
  challengeTurned,
} from './tables/challenge.ts'
import {
  type CornersFigures,
  cornersFound,
  type DocumentsFigures,
  documentsConfidence,
  documentsCost,
  documentsRead,
  type MrzTurnedFigures,
  mrzTurnedRead,
  mrzTurnedWhole,
  type VectorsFigures,
  vectorsRead,
} from './tables/documents.ts'
import {
  type AgeFigures,
  ageGuessed,
  type FacesFigures,
  type FacesPrintedFigures,
  type FacesRobustFigures,
  facesCurve,
  facesGroups,
  facesHalves,
  facesMatched,
  facesMoved,
  facesPrintedMatched,
  labelledPaid,
  selfiesPaid,
  type WhoPaysFigures,
} from './tables/faces.ts'
import {
  type LivenessCloseFigures,
  type LivenessCuesFigures,
  type LivenessDistanceFigures,
  type LivenessFigures,
  livenessByDistance,
  livenessCrossed,
  livenessKinds,
  livenessTold,
  livenessWithCues,
} from './tables/liveness.ts'
import { type MrzLinesFigures, mrzLinesRead } from './tables/mrz-lines.ts'
import { type GuidanceFigures, guidanceSaid, type PageSizeFigures, pageSize } from './tables/page.ts'
import { type PolicyFigures, policyConfidences, policyLimits, policySpreads } from './tables/policy.ts'
import { type RecaptureFigures, recaptureTold } from './tables/recapture.ts'
import { attacksPlayed, type RedteamFigures } from './tables/redteam.ts'
import {
  type FacesMadeFigures,
  type FacesQualityFigures,
  masksTold,
  selfieCost,
  selfiesAsTaken,
  selfiesByCode,
  selfiesLabelled,
  type TallyFigures,
} from './tables/selfies.ts'
import {
  type FaceCostFigures,
  faceCost,
  type HostileFigures,
  hostileRead,
  type MemoryFigures,
  memoryHeld,
  type NeighbourFigures,
  neighboursServed,
  type PageCostFigures,
  pageCost,
  type StatusFigures,
  statusRates,
  type UploadsFigures,
  uploadsTaken,
} from './tables/service.ts'
import { type SessionsFigures, sessionsPlayed } from './tables/sessions.ts'
import { type SpecimensFigures, specimensRead } from './tables/specimens.ts'
import {
  type NetCostFigures,
  netCosts,
  type VersusFigures,
  versusFace,
  versusPage,
  versusWhole,
} from './tables/speed.ts'
import {
  type BackupFigures,
  backupsRestored,
  type DecideFigures,
  decisionsMade,
  type KillFigures,
  killsSurvived,
  type QuestionsFigures,
  questionsAsked,
  questionsCompared,
  type RaceFigures,
  racesRun,
} from './tables/storage.ts'
import { type TaughtFigures, taughtCompared, taughtRead } from './tables/taught.ts'
import { type UnseenFigures, unseenByModel, unseenConfidence, unseenRead } from './tables/unseen.ts'

/** A thing that is measured: what it is, on how much of what, which code it measures, and the tables that show it. */
export interface Measured<Figures> {
  what: string
  data(figures: Figures): string
  code: readonly string[]
  tables: Record<string, (figures: Figures) => Table>
}

const READING = ['src/engine', 'src/domain', 'models/*.onnx'] as const
const DRAWN = [...READING, 'src/specimen'] as const
const STORAGE = ['src/storage', 'src/actions'] as const
const SERVICE = ['src/http', 'src/actions', 'src/storage'] as const
const PAGE = ['src/web'] as const

const measured = <Figures>(
  what: string,
  data: (figures: Figures) => string,
  code: readonly string[],
  tables: Measured<Figures>['tables'],
): Measured<Figures> => ({ what, data, code, tables })

const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number) =>
  thousands([...items].reduce((all, item) => all + of(item), 0))
const pictures = ({ byLabel }: TallyFigures) => `${sum(Object.values(byLabel), ({ n }) => n)} pictures`
const taken = ({ taken: { 'as photographed': all }, bases }: FacesMadeFigures) =>
  `${all?.n} photographs of people, faults made from ${bases}`
const frames = ({ labels }: GuidanceFigures) => `${sum(Object.values(labels), ({ n }) => n)} frames`
const sessions = (figures: { sessions: number }) => `${thousands(figures.sessions)} sessions`

const SELFIE = '720 × 960 pixels'

/** Every set of figures that is kept, by its name. */
export const MEASURED = {
  documents: measured<DocumentsFigures>(
    'Country, type, corners, MRZ and fields of labelled documents.',
    ({ n }) => `${n} phone photos, scans and web specimens`,
    READING,
    { read: documentsRead, confidence: documentsConfidence, cost: documentsCost },
  ),
  unseen: measured<UnseenFigures>(
    'Documents that nobody drew up, with and without what knows their type.',
    ({ n }) => `${n} scans and phone photos, values read by eye`,
    READING,
    { read: unseenRead, models: unseenByModel, confidence: unseenConfidence },
  ),
  taught: measured<TaughtFigures>(
    'Documents taught with one picture and with three, then recognised, read and compared.',
    ({ byShots }) => {
      const [first] = Object.values(byShots)
      return `${first?.models ?? 0} documents, ${first?.test ?? 0} genuine pictures, ${first?.imitations ?? 0} imitations`
    },
    READING,
    { read: taughtRead, compared: taughtCompared },
  ),
  corners: measured<CornersFigures>(
    'Corners of phone frames, and photographs without a document.',
    ({ n, ordinary }) => `${n} phone frames, ${ordinary?.n ?? 0} photographs without a document`,
    READING,
    { found: cornersFound },
  ),
  mrzTurned: measured<MrzTurnedFigures>(
    'The MRZ of labelled documents in four turns and three tilts.',
    ({ n }) => `${n} pictures`,
    READING,
    { read: mrzTurnedRead, whole: mrzTurnedWhole },
  ),
  mrzLines: measured<MrzLinesFigures>(
    'Fresh synthetic MRZ lines, exact without any grammar.',
    ({ byLevel }) => `${sum(Object.values(byLevel), ({ n }) => n)} lines`,
    ['models/*.onnx'],
    { read: mrzLinesRead },
  ),
  recapture: measured<RecaptureFigures>(
    'Screens and copies told from photographs.',
    ({ byLabel, phonePhotosOfDocuments: { n } }) =>
      `${sum(Object.values(byLabel), (label) => label.n)} pictures, ${n} phone photos of documents`,
    READING,
    { told: recaptureTold },
  ),
  vectors: measured<VectorsFigures>(
    'MRZ and AAMVA strings of other projects, and PDF417 pictures.',
    ({ mrz, aamva, pdf417 }) => `${mrz.n} and ${aamva.n} strings, ${pdf417.n} pictures`,
    READING,
    { read: vectorsRead },
  ),
  specimens: measured<SpecimensFigures>(
    'Drawn documents, photographed in any turn.',
    ({ countryTypeAndSide: { n } }) => `${n} sides`,
    DRAWN,
    { read: specimensRead },
  ),
  sessions: measured<SessionsFigures>(
    'Whole sessions under the default policy, genuine and attacked.',
    ({ outcomes }) => `${sum(outcomes, ({ n }) => n)} sessions`,
    DRAWN,
    { played: sessionsPlayed },
  ),
  redteam: measured<RedteamFigures>(
    'Attacks in live mode, whole sessions through the service.',
    ({ byKind, genuine }) =>
      `${sum(Object.values(byKind), ({ n }) => n)} attacks, ${genuine.n} honest sessions in test mode`,
    [...DRAWN, ...STORAGE],
    { played: attacksPlayed },
  ),
  tampered: measured<TamperedFigures>(
    'Scans of documents, untouched and edited.',
    ({ genuine, forged }) => `${genuine} genuine and ${forged} edited scans of five types`,
    READING,
    { flagged: editsFlagged, training: editsByTraining },
  ),
  drawn: measured<DrawnFigures>(
    'Drawn files against what cameras and scanners took.',
    (figures) => `${sumOf(figures.drawn, 'n')} drawn files, ${sumOf(figures.taken, 'n')} photographs and scans`,
    DRAWN,
    { told: drawnTold },
  ),
  samePhotograph: measured<SamePhotographFigures>(
    'Copies of one photograph against different photographs.',
    ({ byKind, different, others }) =>
      `${sum(Object.values(byKind), ({ n }) => n)} copies, ${different.n + others.n} pairs of different photographs`,
    DRAWN,
    { told: samePhotographsTold },
  ),
  policy: measured<PolicyFigures>(
    'Scores of the factors on drawn documents, and what limits follow.',
    ({ documents }) => `${documents} photographed specimens`,
    DRAWN,
    { spreads: policySpreads, limits: policyLimits, confidences: policyConfidences },
  ),
  faces: measured<FacesFigures>(
    'Is it the same person? Every picture against every other.',
    ({ pictures: n, pairs }) => `${thousands(n)} pictures, ${thousands(pairs)} labelled pairs`,
    READING,
    { matched: facesMatched, curve: facesCurve, halves: facesHalves, groups: facesGroups },
  ),
  facesPrinted: measured<FacesPrintedFigures>(
    'Faces printed on photographed cards against other pictures.',
    ({ cards }) => `${cards} cards`,
    DRAWN,
    { matched: facesPrintedMatched },
  ),
  facesRobust: measured<FacesRobustFigures>(
    'Genuine pairs, one picture compressed, shrunk or lit otherwise.',
    ({ pairs }) => `${pairs} pairs`,
    READING,
    { moved: facesMoved },
  ),
  facesQuality: measured<FacesQualityFigures>('Selfies with a known fault, and faultless ones.', pictures, READING, {
    told: selfiesLabelled,
    cost: selfieCost,
  }),
  facesGood: measured<FacesMadeFigures>('Good pictures refused, and faults made from them: LFW.', taken, READING, {
    taken: selfiesAsTaken,
    codes: selfiesByCode,
  }),
  facesMade: measured<FacesMadeFigures>(
    'Good pictures refused, and faults made from them: full-frame photographs.',
    taken,
    READING,
    { taken: selfiesAsTaken, codes: selfiesByCode },
  ),
  masks: measured<TallyFigures>(
    'Faces with real masks, and without.',
    ({ byLabel }) => `${sum(Object.entries(byLabel), ([label, { n }]) => (label.includes(',') ? 0 : n))} pictures`,
    READING,
    { told: masksTold },
  ),
  liveness: measured<LivenessFigures>(
    'Live people told from attacks, at one size and compression.',
    ({ n }) => `${n} pictures`,
    READING,
    { told: livenessTold, kinds: livenessKinds },
  ),
  whoPays: measured<WhoPaysFigures>(
    'Refusals and liveness errors by sex and age.',
    ({ selfies, labelled }) => `${selfies.at(-1)?.n} pictures of LFW, ${labelled.at(-1)?.n} of UTKFace`,
    READING,
    { selfies: selfiesPaid, labelled: labelledPaid },
  ),
  livenessClose: measured<LivenessCloseFigures>(
    'Live faces and screens filmed again, cut close.',
    ({ n }) => `${n} pictures`,
    READING,
    { told: livenessTold, kinds: livenessKinds, crossed: livenessCrossed },
  ),
  livenessDistance: measured<LivenessDistanceFigures>(
    'Liveness by the distance of the face.',
    ({ byShare }) => `${sum(Object.values(byShare), ({ live, attacks }) => live + attacks)} cuts`,
    READING,
    { told: livenessByDistance },
  ),
  livenessCues: measured<LivenessCuesFigures>(
    'Liveness with the recapture net beside it.',
    () => 'the pictures of the set `liveness`',
    READING,
    { told: livenessWithCues },
  ),
  challenge: measured<ChallengeFigures>(
    'Challenges played: heads as asked, and attacks.',
    ({ people }) => `${people} people`,
    READING,
    { played: challengePlayed, turned: challengeTurned, cost: challengeCost },
  ),
  challengeCamera: measured<ChallengeCameraFigures>(
    'Challenges before the camera of the page.',
    ({ people }) => `${people} people`,
    READING,
    { acted: challengeActed, drawn: challengeDrawn },
  ),
  age: measured<AgeFigures>('Age and sex against their labels.', ({ n }) => `${n} pictures`, READING, {
    guessed: ageGuessed,
  }),
  guidanceDocuments: measured<GuidanceFigures>('What the page says about frames of documents.', frames, PAGE, {
    said: guidanceSaid,
  }),
  guidanceNet: measured<GuidanceFigures>('The same with the corner net.', frames, PAGE, { said: guidanceSaid }),
  guidanceFaces: measured<GuidanceFigures>('What the page says about frames of faces.', frames, PAGE, {
    said: guidanceSaid,
  }),
  pageSize: measured<PageSizeFigures>('Size and speed of the hosted page.', () => 'the page as built', PAGE, {
    sizes: pageSize,
  }),
  list: measured<QuestionsFigures>('Pages of a long list of sessions.', sessions, STORAGE, { asked: questionsAsked }),
  console: measured<QuestionsFigures>('Each question of the console.', sessions, STORAGE, { asked: questionsCompared }),
  search: measured<QuestionsFigures>('Sessions found by reference, name and number.', sessions, STORAGE, {
    asked: questionsCompared,
  }),
  kill: measured<KillFigures>(
    'What is left of everything acknowledged when processes are killed.',
    ({ rows }) => `${sum(rows, ({ kills }) => kills)} kills`,
    STORAGE,
    { survived: killsSurvived },
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
  decide: measured<DecideFigures>(
    'Deciding, and deciding again under another policy.',
    sessions,
    ['src/domain', ...STORAGE],
    { made: decisionsMade },
  ),
  uploads: measured<UploadsFigures>(
    'Memory of the HTTP process under large pictures.',
    ({ uploads }) => `${uploads} pictures of noise at once`,
    SERVICE,
    { taken: uploadsTaken },
  ),
  neighbour: measured<NeighbourFigures>(
    'A good tenant beside one that floods, trickles, sends bombs, signs in and lets webhooks hang.',
    ({ seconds, beside }) => `${seconds} seconds, ${beside.pictures} pictures of the good one`,
    SERVICE,
    { served: neighboursServed },
  ),
  status: measured<StatusFigures>('Rate of GET status.', ({ callers }) => `${callers} connections`, SERVICE, {
    rates: statusRates,
  }),
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
  netCost: measured<NetCostFigures>(
    'The arithmetic of each net beside its time.',
    ({ nets }) => `${nets.length} nets, one thread`,
    ['src/engine/nets', 'models/*.onnx'],
    { nets: netCosts },
  ),
  memory: measured<MemoryFigures>(
    'Memory of a worker over many pages.',
    ({ pages }) => `${thousands(pages)} pages in a row`,
    DRAWN,
    { held: memoryHeld },
  ),
  hostile: measured<HostileFigures>(
    'Broken and hostile pictures.',
    ({ pictures: n }) => `${thousands(n)} pictures`,
    READING,
    { read: hostileRead },
  ),
}

export type SetName = keyof typeof MEASURED
export type FiguresOf<Name extends SetName> = (typeof MEASURED)[Name] extends Measured<infer Figures> ? Figures : never

export type ReadFigures = <Name extends SetName>(name: Name) => FiguresOf<Name>

export const isMeasured = (name: string): name is SetName => Object.hasOwn(MEASURED, name)

/** What is kept of a set beside its figures, whoever measured them. */
export function describe(name: SetName, figures: unknown) {
  const { what, data, code } = MEASURED[name] as Measured<unknown>
  return { set: name, what, data: data(figures), code }
}

/** The tables of one set's figures, in order. */
export function tablesOf<Name extends SetName>(name: Name, figures: FiguresOf<Name>): Table[] {
  return Object.values((MEASURED[name] as Measured<FiguresOf<Name>>).tables).map((table) => table(figures))
}
