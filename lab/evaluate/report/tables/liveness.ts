import { percent, type Table } from '../../measure/table.ts'

export interface LivenessFigures {
  n: number
  auc: number
  eer: number
  threshold: number
  apcer: number
  bpcer: number
  noFace: number
  byKind: Record<string, { n: number; accepted: number; noFace: number; medianScore: number }>
}

export const livenessDetected = (json: LivenessFigures): Table => ({
  title: 'liveness',
  head: ['pictures', 'AUC', 'EER', 'attacks accepted (APCER)', 'live refused (BPCER)'],
  rows: [[json.n, json.auc.toFixed(4), percent(json.eer), percent(json.apcer), percent(json.bpcer)]],
})

export const livenessKinds = ({ byKind }: LivenessFigures): Table => ({
  title: 'liveness: by kind',
  head: ['kind', 'pictures', 'accepted as live', 'of the rest: no face found', 'median score'],
  rows: Object.entries(byKind).map(([kind, { n, accepted, noFace, medianScore }]) => [
    kind,
    n,
    accepted,
    noFace,
    medianScore.toFixed(0),
  ]),
})

export interface LivenessCloseFigures extends LivenessFigures {
  /** Limits chosen on one set by equal error rate, and their errors on the other. */
  crossed: { chosenOn: string; shownOn: string; threshold: number; apcer: number; bpcer: number }[]
}

export const livenessCrossed = ({ crossed }: LivenessCloseFigures): Table => ({
  title: 'liveness: limits chosen on one set, shown on the other',
  head: ['limit chosen on', 'score', 'shown on', 'attacks accepted', 'live refused'],
  rows: crossed.map(({ chosenOn, threshold, shownOn, apcer, bpcer }) => [
    chosenOn,
    threshold.toFixed(1),
    shownOn,
    percent(apcer),
    percent(bpcer),
  ]),
})

export interface LivenessDistanceFigures {
  byShare: Record<
    string,
    { live: number; attacks: number; auc: number; aucUncut: number; falseAccepts: number; falseRejects: number }
  >
}

export const livenessByDistance = ({ byShare }: LivenessDistanceFigures): Table => ({
  title: 'liveness by the share of the frame that the face takes up',
  head: ['share', 'live', 'attacks', 'AUC', 'AUC of the same pictures uncut', 'live refused', 'attacks accepted'],
  rows: Object.entries(byShare).map(([share, row]) => [
    share,
    row.live,
    row.attacks,
    row.auc.toFixed(3),
    row.aucUncut.toFixed(3),
    row.falseRejects,
    row.falseAccepts,
  ]),
})

/** The number that counted as live with the selfie only, and with a passed challenge. */
interface LivenessTally {
  n: number
  alone: number
  joint: number
}

export interface LivenessJointRow {
  /** Of the shorter side, if the picture was cropped. */
  share?: number | undefined
  half: 'first' | 'second'
  live: LivenessTally
  attacks: LivenessTally
}

export interface LivenessJointFigures {
  rows: LivenessJointRow[]
}

export const livenessWithChallenge = ({ rows }: LivenessJointFigures): Table => ({
  title: 'liveness with the challenge passed',
  head: [
    'pictures',
    'people',
    'live',
    'refused: selfie alone',
    'refused: with the challenge',
    'attacks',
    'accepted: selfie alone',
    'accepted, had they passed the challenge',
  ],
  rows: rows.map(({ share, half, live, attacks }) => [
    share === undefined ? 'as they are' : `face ${share} of the width`,
    `${half} half`,
    live.n,
    live.n - live.alone,
    live.n - live.joint,
    attacks.n,
    attacks.alone,
    attacks.joint,
  ]),
})
