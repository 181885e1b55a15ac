import { percent, rate, type Table, thousands } from '../measure/table.ts'
import type { FiguresOf, ReadFigures, SetName } from './measured.ts'
import type { IssuedFigures, IssuedGroup } from './tables/issued.ts'
import { guidanceRates, kilo } from './tables/page.ts'

interface Reached {
  text: string
  met: boolean
}

/** A target, and where its result is. */
interface Aim {
  asked: string
  set: SetName
  reached(figures: ReadFigures): Reached
}

/** Targets next to results, with misses in bold. */
export const aimsTable = (group: keyof typeof AIMS, figures: ReadFigures): Table => ({
  title: `Targets and results: ${group}`,
  head: ['target', 'result'],
  rows: AIMS[group].map(({ asked, reached }) => {
    const { text, met } = reached(figures)
    return [asked, met ? text : `**${text}**`]
  }),
})

const aim = <Name extends SetName>(asked: string, set: Name, reached: (figures: FiguresOf<Name>) => Reached): Aim => ({
  asked,
  set,
  reached: (figures) => reached(figures(set)),
})

const inWords = (right: number, of: number) => `${rate(right, of)[0]} (${rate(right, of)[1]})`
const atLeast = (least: number, right: number, of: number): Reached => ({
  text: inWords(right, of),
  met: right / of >= least,
})
const atMost = (most: number, wrong: number, of: number): Reached => ({
  text: inWords(wrong, of),
  met: wrong / of <= most,
})
const all = (...parts: Reached[]): Reached => ({
  text: parts.map(({ text }) => text).join(', '),
  met: parts.every(({ met }) => met),
})
const said = (text: string, met: boolean): Reached => ({ text, met })

const codes = (figures: FiguresOf<'facesMade'>): Reached => {
  const shares = Object.entries(figures.codes).map(([code, { n, right }]) => ({ code, share: right / n }))
  const under = shares.filter(({ share }) => share < 0.95)
  const least = Math.min(...shares.map(({ share }) => share))
  return under.length
    ? said(under.map(({ code, share }) => `${code} ${percent(share)}`).join(', '), false)
    : said(`each at least ${percent(least)}`, true)
}

/** The same of countries that were left out, and of those that rules were chosen on. */
const onBoth = (figures: IssuedFigures, reached: (group: IssuedGroup) => Reached): Reached => {
  const [leftOut, tunedOn] = [reached(figures.leftOut), reached(figures.tunedOn)]
  return said(`${leftOut.text}; tuned on: ${tunedOn.text}`, leftOut.met)
}

export const AIMS = {
  issued: [
    aim('recognised as a document at least 98 %', 'issued', (f) => onBoth(f, (g) => atLeast(0.98, g.recognised, g.n))),
    aim('country at least 95 %', 'issued', (f) => onBoth(f, (g) => atLeast(0.95, g.country.right, g.country.n))),
    aim('type at least 95 %', 'issued', (f) => onBoth(f, (g) => atLeast(0.95, g.type.right, g.type.n))),
    aim('printed values exact at least 92 %', 'issued', (f) =>
      onBoth(f, (g) => atLeast(0.92, g.fields.exact, g.fields.n)),
    ),
    aim('MRZ whole and exact at least 96 %', 'issued', (f) => onBoth(f, (g) => atLeast(0.96, g.mrz.exact, g.mrz.n))),
    aim('wrong values among those at 85 and more, at most 1 %', 'issued', (f) =>
      onBoth(f, (g) => atMost(0.01, g.sure.wrong, g.sure.n)),
    ),
  ],
  documents: [
    aim('country at least 95 %', 'documents', (f) => atLeast(0.95, f.countryCorrect, f.countryKnown)),
    aim('type at least 97 %', 'documents', (f) => atLeast(0.97, f.typeCorrect, f.typeKnown)),
    aim('country and type without an MRZ at least 85 %', 'documents', ({ withoutMrz }) =>
      atLeast(0.85, withoutMrz.right, withoutMrz.n),
    ),
    aim('corners: IoU at least 0.9 on 97 %, median 0.98', 'documents', ({ quad }) =>
      all(atLeast(0.97, quad.iou90, quad.n), said(`median ${quad.medianIou.toFixed(3)}`, quad.medianIou >= 0.98)),
    ),
    aim('MRZ whole and exact on at least 95 %', 'documents', ({ mrz }) => atLeast(0.95, mrz.exact, mrz.n)),
    aim('MRZ located in any turn and tilt on at least 98 %', 'mrzTurned', (f) => atLeast(0.98, f.located, f.n)),
    aim('fresh synthetic MRZ lines exact: easy 99.5 %, medium 97 %, hard 80 %', 'mrzLines', ({ byLevel }) =>
      all(
        ...Object.entries({ easy: 0.995, medium: 0.97, hard: 0.8 }).map(([level, least]) => {
          const exact = byLevel[level]?.exact ?? Number.NaN
          return said(percent(exact), exact >= least)
        }),
      ),
    ),
    aim('values of documents that are not described at least 92 %', 'unseen', ({ fields }) =>
      atLeast(0.92, fields.exact, fields.n),
    ),
    aim('— without knowledge of their type at least 80 %', 'unseen', ({ withoutType: { fields } }) =>
      atLeast(0.8, fields.exact, fields.n),
    ),
    aim('character errors in visual fields at most 3 %', 'documents', ({ fields }) =>
      said(percent(fields.cer, 2), fields.cer <= 0.03),
    ),
    aim('PDF417 pictures decoded, at least 95 %', 'vectors', ({ pdf417 }) => atLeast(0.95, pdf417.decoded, pdf417.n)),
    aim('“no document” reported on at least 97 % of ordinary photographs', 'corners', ({ ordinary }) =>
      atLeast(0.97, ordinary?.noDocument ?? 0, ordinary?.n ?? 0),
    ),
    aim('copies distinguished from originals: equal error rate at most 10 %', 'recapture', ({ byLabel }) =>
      errorOf(byLabel, /copy/),
    ),
    aim('screens distinguished from originals: equal error rate at most 10 %', 'recapture', ({ byLabel }) =>
      errorOf(byLabel, /screen/),
    ),
    aim('phone photographs of documents flagged, at most 3 %', 'recapture', ({ phonePhotosOfDocuments: photos }) =>
      atMost(0.03, photos.flagged, photos.n),
    ),
    aim('photographed specimens: country, type and side at least 99 %', 'specimens', ({ countryTypeAndSide }) =>
      atLeast(0.99, countryTypeAndSide.right, countryTypeAndSide.n),
    ),
    aim('— MRZ and PDF417 at least 97 %', 'specimens', ({ mrz, barcode }) =>
      all(atLeast(0.97, mrz.right, mrz.n), atLeast(0.97, barcode.right, barcode.n)),
    ),
    aim('a page at most 1,200 CPU-ms at the median', 'documents', ({ cpuMs }) =>
      said(thousands(Math.round(cpuMs.p50)), cpuMs.p50 <= 1200),
    ),
    aim('a worker holds at most 700 MB', 'memory', ({ mostMb }) => said(`${Math.round(mostMb)} MB`, mostMb <= 700)),
  ],
  faces: [
    aim('match: TAR at least 98 % at FAR 1e-3', 'faces', (f) => said(percent(f.tarAtFar1e3), f.tarAtFar1e3 >= 0.98)),
    aim('not enrolled at most 0.5 %', 'faces', (f) => atMost(0.005, f.notEnrolled, f.pictures)),
    aim('printed on a card and photographed: TAR at least 93 % at FAR 1e-3', 'facesPrinted', (f) =>
      said(percent(f.tarAtFar1e3), f.tarAtFar1e3 >= 0.93),
    ),
    aim('no confident match lost to compression, scale or light', 'facesRobust', ({ byChange }) => {
      const lost = Object.values(byChange).reduce((sum, { crossed }) => sum + crossed, 0)
      return said(`${lost} lost`, lost === 0)
    }),
    aim('liveness: AUC at least 0.98', 'liveness', ({ auc }) => said(auc.toFixed(3), auc >= 0.98)),
    aim('— attacks accepted and live people refused at most 5 % each', 'liveness', ({ apcer, bpcer }) =>
      said(`${percent(apcer)}, ${percent(bpcer)}`, apcer <= 0.05 && bpcer <= 0.05),
    ),
    aim('— with the challenge passed, live people not approved at most 2 %', 'livenessJoint', ({ rows }) => {
      const live = rows.filter(({ share }) => share === undefined).map((row) => row.live)
      const [n, approved] = [live.reduce((sum, row) => sum + row.n, 0), live.reduce((sum, row) => sum + row.joint, 0)]
      return atMost(0.02, n - approved, n)
    }),
    aim('good selfies refused at most 2 %: LFW pictures', 'facesGood', ({ taken }) => goodRefused(taken)),
    aim('— full-frame photographs', 'facesMade', ({ taken }) => goodRefused(taken)),
    aim('each code at least 95 % where its fault was made: LFW pictures', 'facesGood', codes),
    aim('— full-frame photographs', 'facesMade', codes),
    aim('masks refused as FACE_IS_OCCLUDED at least 95 %, one face found', 'masks', ({ byLabel }) => {
      const { n = 0, refusedWithExpectedCode = 0 } = byLabel['with_mask, one face found'] ?? {}
      return atLeast(0.95, refusedWithExpectedCode, n)
    }),
    aim('clear faces flagged as covered at most 3 %', 'masks', ({ byLabel }) => {
      const { n = 0, codes: given = {} } = byLabel['without_mask, one face found'] ?? {}
      return atMost(0.03, given.FACE_IS_OCCLUDED ?? 0, n)
    }),
    aim('age of adults: mean error at most 8 years', 'age', ({ adultMae }) =>
      said(`${adultMae.toFixed(1)} years`, adultMae <= 8),
    ),
    aim('a selfie at most 250 CPU-ms at the median', 'facesQuality', ({ cpuMs }) =>
      said(cpuMs.p50.toFixed(0), cpuMs.p50 <= 250),
    ),
  ],
  sessions: [
    aim('genuine sessions approved at least 90 %', 'sessions', ({ outcomes }) => {
      const { n = 0, ends } = outcomes.find(({ scenario }) => scenario === 'genuine') ?? {}
      return atLeast(0.9, ends?.approve ?? 0, n)
    }),
    aim('each attack approved at most 5 %', 'sessions', ({ outcomes }) => {
      const attacks = outcomes.filter(({ scenario }) => scenario !== 'genuine' && scenario !== 'back missing')
      const most = Math.max(...attacks.map(({ n, ends }) => ends.approve / n))
      const approved = attacks.reduce((sum, { ends }) => sum + ends.approve, 0)
      return said(`${approved} of ${attacks.reduce((sum, { n }) => sum + n, 0)} approved`, most <= 0.05)
    }),
  ],
  page: [
    aim('documents: right on at least 95 %', 'guidanceDocuments', (f) => {
      const { right } = guidanceRates(f)
      return atLeast(0.95, right.right, right.n)
    }),
    aim('— false alarms on sharp frames at most 3 %', 'guidanceDocuments', (f) => alarms(f)),
    aim('— at most 30 ms a frame', 'guidanceDocuments', ({ cpuMs }) => frameTime(cpuMs)),
    aim('faces: right on at least 95 % of far, near, next to, no face', 'guidanceFaces', (f) => {
      const { right } = guidanceRates(f, ['far', 'near', 'aside', 'none'])
      return atLeast(0.95, right.right, right.n)
    }),
    aim('— false alarms on good frames at most 3 %', 'guidanceFaces', (f) => alarms(f)),
    aim('— at most 30 ms a frame', 'guidanceFaces', ({ cpuMs }) => frameTime(cpuMs)),
    aim('first screen at most 20 kB, gzip', 'pageSize', ({ wholeFirstScreenGzip }) =>
      said(kilo(wholeFirstScreenGzip), wholeFirstScreenGzip <= 20_000),
    ),
    aim('everything until the camera opens at most 60 kB, gzip, without the nets', 'pageSize', ({ untilCameraGzip }) =>
      said(
        `${kilo(untilCameraGzip.english)} in English, ${kilo(untilCameraGzip.most)} in the largest other language`,
        untilCameraGzip.most <= 60_000,
      ),
    ),
    aim('`embed.js` at most 2 kB', 'pageSize', ({ embed }) => said(kilo(embed), embed <= 2000)),
    aim('first screen usable within 1.5 s on slow 4G', 'pageSize', ({ firstScreenMs: { least, most } }) =>
      said(`${(least / 1000).toFixed(1)} to ${(most / 1000).toFixed(1)} s`, most <= 1500),
    ),
  ],
} satisfies Record<string, Aim[]>

function errorOf(byLabel: FiguresOf<'recapture'>['byLabel'], name: RegExp): Reached {
  const [, counts] = Object.entries(byLabel).find(([label]) => name.test(label)) ?? []
  const { n = 0, flagged = 0, eer = Number.NaN } = counts ?? {}
  return said(`${percent(eer)}; ${flagged} of ${n} flagged at the limit`, eer <= 0.1)
}

function goodRefused(taken: FiguresOf<'facesGood'>['taken']): Reached {
  const { n = 0, accepted = 0 } = taken['of them good selfies'] ?? {}
  return atMost(0.02, n - accepted, n)
}

function alarms(figures: FiguresOf<'guidanceFaces'>): Reached {
  const { falseAlarms } = guidanceRates(figures)
  return atMost(0.03, falseAlarms.alarms, falseAlarms.n)
}

function frameTime({ p50, p95 }: FiguresOf<'guidanceFaces'>['cpuMs']): Reached {
  const late = p95 === null ? '' : `, ${p95.toFixed(0)} at the 95th percentile`
  return said(`${p50.toFixed(0)} ms CPU at the median${late}`, p50 <= 30)
}
