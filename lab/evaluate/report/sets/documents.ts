import type { AblationFigures } from '../../sets/taught/ablation.ts'
import type { ByCapture, ImitationFigures } from '../../sets/taught/tally-imitations.ts'
import type { TriplesFigures } from '../../sets/taught/triples.ts'
import { taughtAblation, tracesAblation } from '../tables/ablation.ts'
import { type AssuranceFigures, assuranceAttacks, assuranceGenuine, assuranceSummary } from '../tables/assurance.ts'
import {
  type DrawnFigures,
  drawnDetected,
  editsByTraining,
  editsFlagged,
  type SamePhotographFigures,
  samePhotographsDetected,
  sumOf,
  type TamperedFigures,
} from '../tables/authenticity.ts'
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
} from '../tables/documents.ts'
import { type EditsFigures, editsFound, genuineCalledEdited } from '../tables/edits.ts'
import { type FilmFigures, filmCost, filmReal, filmSimulated } from '../tables/film.ts'
import { imitationsByMethod, imitationsCompared, triplesCompared } from '../tables/imitations.ts'
import {
  type IssuedFigures,
  issuedByCountry,
  issuedByDocument,
  issuedConfidence,
  issuedRead,
} from '../tables/issued.ts'
import { type IssuersFigures, issuersByScript, issuersRead } from '../tables/issuers.ts'
import { type LayoutsFigures, layoutsByField, layoutsRead } from '../tables/layouts.ts'
import { type MrzLinesFigures, mrzLinesRead } from '../tables/mrz-lines.ts'
import { type PolicyFigures, policyConfidences, policyLimits, policySpreads } from '../tables/policy.ts'
import { type RecaptureFigures, recaptureDetected } from '../tables/recapture.ts'
import {
  attacksPlayed,
  chipsPlayed,
  type RedteamFigures,
  sealsPlayed,
  type TaughtRedteamFigures,
  taughtPlayed,
} from '../tables/redteam.ts'
import { type SealsFigures, sealsCost, sealsRead } from '../tables/seals.ts'
import { type SessionsFigures, sessionsPlayed } from '../tables/sessions.ts'
import { type SpecimensFigures, specimensRead } from '../tables/specimens.ts'
import { type TaughtFigures, taughtCompared, taughtCross, taughtRead } from '../tables/taught.ts'
import { type UnseenFigures, unseenByModel, unseenConfidence, unseenRead } from '../tables/unseen.ts'
import { DRAWN, measured, READING, STORAGE, sum } from './measured.ts'

/** Measurements of documents, and of whole sessions. */
export const DOCUMENTS_SETS = {
  documents: measured<DocumentsFigures>(
    'Country, type, corners, MRZ and fields of labelled documents.',
    ({ n }) => `${n} phone photos, scans and web specimens`,
    READING,
    { read: documentsRead, confidence: documentsConfidence, cost: documentsCost },
  ),
  issued: measured<IssuedFigures>(
    'Official specimens and mock documents that nobody here drew.',
    ({ n, byCountry }) => `${n} specimens of ${Object.keys(byCountry).length} issuers, every printed value read by eye`,
    READING,
    { read: issuedRead, countries: issuedByCountry, documents: issuedByDocument, confidence: issuedConfidence },
  ),
  unseen: measured<UnseenFigures>(
    'Documents that nobody drew up, with and without what knows their type.',
    ({ n }) => `${n} scans and phone photos, values read by eye`,
    READING,
    { read: unseenRead, models: unseenByModel, confidence: unseenConfidence },
  ),
  layouts: measured<LayoutsFigures>(
    'Cards of a second generator, read without what knows their type.',
    ({ n }) => `${n} drawn cards`,
    DRAWN,
    { read: layoutsRead },
  ),
  world: measured<LayoutsFigures>(
    'Cards with the print of documents all over the world, read without what knows their type.',
    ({ n }) => `${n} drawn cards`,
    DRAWN,
    { read: layoutsRead, fields: layoutsByField },
  ),
  taught: measured<TaughtFigures>(
    'Documents taught with one picture and with three, then recognised, read and compared.',
    ({ byShots }) => {
      const [first] = Object.values(byShots)
      return `${first?.models ?? 0} documents, ${first?.test ?? 0} genuine pictures, ${first?.imitations ?? 0} imitations`
    },
    READING,
    { read: taughtRead, compared: taughtCompared, cross: taughtCross },
  ),
  triples: measured<TriplesFigures>(
    'Documents taught with other triples of their genuine pictures, compared with the rest.',
    ({ scans, phone }) => `${scans.triples + phone.triples} triples, ${scans.n + phone.n} genuine pictures`,
    READING,
    { compared: triplesCompared },
  ),
  imitations: measured<ImitationFigures>(
    'Imitations of taught documents, made by program from genuine pictures and compared.',
    ({ byShots }) => {
      const { genuine, byCapture, byMethod = {} } = Object.values(byShots).at(-1) ?? {}
      const n = (of?: ByCapture) => (of ? of.scans.n + of.phone.n : 0)
      return `${n(genuine)} genuine pictures, ${n(byCapture)} imitations by ${Object.keys(byMethod).length} methods`
    },
    READING,
    { compared: imitationsCompared, methods: imitationsByMethod },
  ),
  ablation: measured<AblationFigures>(
    'What each measure of the comparison with taught documents and each part of the check for edits is worth.',
    ({ types, taught: [all] }) =>
      `${(all?.genuineScans.n ?? 0) + (all?.genuinePhotos.n ?? 0)} genuine pictures and ${all?.imitations.n ?? 0} imitations of ${types} types, units fitted without the type`,
    READING,
    { taught: taughtAblation, traces: tracesAblation },
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
  film: measured<FilmFigures>(
    'Screens found by a second of film before the picture.',
    ({ simulated, real }) =>
      `${sum(Object.values(simulated), ({ n }) => n)} simulated films, ${sum(Object.values(real), ({ n }) => n)} real ones`,
    DRAWN,
    { simulated: filmSimulated, real: filmReal, cost: filmCost },
  ),
  recapture: measured<RecaptureFigures>(
    'Screens and copies distinguished from photographs.',
    ({ byLabel, phonePhotosOfDocuments: { n } }) =>
      `${sum(Object.values(byLabel), (label) => label.n)} pictures, ${n} phone photos of documents`,
    READING,
    { detected: recaptureDetected },
  ),
  vectors: measured<VectorsFigures>(
    'MRZ and AAMVA strings of other projects, and PDF417 pictures.',
    ({ mrz, aamva, pdf417 }) => `${mrz.n} and ${aamva.n} strings, ${pdf417.n} pictures`,
    READING,
    { read: vectorsRead },
  ),
  issuers: measured<IssuersFigures>(
    'Drawn cards of issuers in their own scripts, photographed in any turn.',
    ({ all }) => `${all.named.n} cards of ${all.issuers} issuers`,
    DRAWN,
    { read: issuersRead, scripts: issuersByScript },
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
  seals: measured<SealsFigures>(
    'Signed barcodes of every kind on drawn documents, photographed.',
    ({ kinds, cost }) => `${sum(kinds, ({ n }) => n)} drawn photographs, ${cost.pages} pages without a code`,
    DRAWN,
    { read: sealsRead, cost: sealsCost },
  ),
  redteamChip: measured<RedteamFigures>(
    'Forged chips in live mode, whole sessions through the service.',
    ({ byKind, genuine }) => `${sum(Object.values(byKind), ({ n }) => n)} forged chips, ${genuine.n} genuine ones`,
    [...DRAWN, ...STORAGE],
    { played: chipsPlayed },
  ),
  redteamSeal: measured<RedteamFigures>(
    'Forged seals in live mode, whole sessions through the service.',
    ({ byKind, genuine }) => `${sum(Object.values(byKind), ({ n }) => n)} forged seals, ${genuine.n} genuine ones`,
    [...DRAWN, ...STORAGE],
    { played: sealsPlayed },
  ),
  redteamTaught: measured<TaughtRedteamFigures>(
    'Imitations of taught documents in live mode, whole sessions through the service.',
    ({ types, scans, photographs, genuineScans, genuinePhotographs }) =>
      `${scans.n + photographs.n} imitations and ${genuineScans.n + genuinePhotographs.n} genuine pictures of ${types} types`,
    [...DRAWN, ...STORAGE],
    { played: taughtPlayed },
  ),
  assurance: measured<AssuranceFigures>(
    'Genuine people and attacks on every level of assurance, whole sessions through the service.',
    ({ rows }) =>
      `${sum(
        rows.filter(({ isGenuine }) => isGenuine),
        ({ n }) => n,
      )} genuine sessions and ${sum(
        rows.filter(({ isGenuine }) => !isGenuine),
        ({ n }) => n,
      )} attacks, drawn`,
    [...DRAWN, ...STORAGE, 'src/kernel/decision'],
    { summary: assuranceSummary, genuine: assuranceGenuine, attacks: assuranceAttacks },
  ),
  tampered: measured<TamperedFigures>(
    'Scans of documents, untouched and edited.',
    ({ genuine, forged }) => `${genuine} genuine and ${forged} edited scans of five types`,
    READING,
    { flagged: editsFlagged, training: editsByTraining },
  ),
  edits: measured<EditsFigures>(
    'Genuine pictures by set, and edits made of genuine scans by a program.',
    ({ untouched, made }) =>
      `${sum(Object.values(untouched), ({ n }) => n)} genuine pictures, ${sum(Object.values(made), ({ n }) => n)} edits`,
    READING,
    { genuine: genuineCalledEdited, found: editsFound },
  ),
  drawn: measured<DrawnFigures>(
    'Drawn files against what cameras and scanners took.',
    (figures) => `${sumOf(figures.drawn, 'n')} drawn files, ${sumOf(figures.taken, 'n')} photographs and scans`,
    DRAWN,
    { detected: drawnDetected },
  ),
  samePhotograph: measured<SamePhotographFigures>(
    'Copies of one photograph against different photographs.',
    ({ byKind, different, others }) =>
      `${sum(Object.values(byKind), ({ n }) => n)} copies, ${different.n + others.n} pairs of different photographs`,
    DRAWN,
    { detected: samePhotographsDetected },
  ),
  policy: measured<PolicyFigures>(
    'Scores of the factors on drawn documents, and what limits follow.',
    ({ documents }) => `${documents} photographed specimens`,
    DRAWN,
    { spreads: policySpreads, limits: policyLimits, confidences: policyConfidences },
  ),
}
