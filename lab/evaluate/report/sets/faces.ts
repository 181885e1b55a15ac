import { thousands } from '../../measure/table.ts'
import {
  type ChallengeCameraFigures,
  type ChallengeFigures,
  challengeActed,
  challengeCost,
  challengeDrawn,
  challengePlayed,
  challengeTurned,
} from '../tables/challenge.ts'
import {
  type AgeFigures,
  ageAnswers,
  ageGuessed,
  ageMargins,
  type FacesFigures,
  type FacesPrintedFigures,
  type FacesRobustFigures,
  facesCurve,
  facesGroups,
  facesHalves,
  facesMatched,
  facesMoved,
  facesPrintedMatched,
  facesSkinTone,
  labelledPaid,
  selfiesPaid,
  type WhoPaysFigures,
} from '../tables/faces.ts'
import {
  type LivenessCloseFigures,
  type LivenessDistanceFigures,
  type LivenessFigures,
  type LivenessJointFigures,
  livenessByDistance,
  livenessCrossed,
  livenessDetected,
  livenessKinds,
  livenessWithChallenge,
} from '../tables/liveness.ts'
import {
  type FacesMadeFigures,
  type FacesQualityFigures,
  masksDetected,
  selfieCost,
  selfiesAsTaken,
  selfiesByCode,
  selfiesLabelled,
  type TallyFigures,
} from '../tables/selfies.ts'
import { DRAWN, measured, READING, sum } from './measured.ts'

const pictures = ({ byLabel }: TallyFigures) => `${sum(Object.values(byLabel), ({ n }) => n)} pictures`
const taken = ({ taken: { 'as photographed': all }, bases }: FacesMadeFigures) =>
  `${all?.n} photographs of people, faults made from ${bases}`

/** Measurements of faces. */
export const FACES_SETS = {
  faces: measured<FacesFigures>(
    'Is it the same person? Every picture against every other.',
    ({ pictures: n, pairs }) => `${thousands(n)} pictures, ${thousands(pairs)} labelled pairs`,
    READING,
    { matched: facesMatched, curve: facesCurve, halves: facesHalves, groups: facesGroups, skinTone: facesSkinTone },
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
    detected: selfiesLabelled,
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
    { detected: masksDetected },
  ),
  liveness: measured<LivenessFigures>(
    'Live people distinguished from attacks, at one size and compression.',
    ({ n }) => `${n} pictures`,
    READING,
    { detected: livenessDetected, kinds: livenessKinds },
  ),
  whoPays: measured<WhoPaysFigures>(
    'Refusals and liveness errors by sex, age and skin tone.',
    ({ selfies, labelled }) => `${selfies.at(-1)?.n} pictures of LFW, ${labelled.at(-1)?.n} of UTKFace`,
    READING,
    { selfies: selfiesPaid, labelled: labelledPaid },
  ),
  livenessClose: measured<LivenessCloseFigures>(
    'Live faces and screens filmed again, cut close.',
    ({ n }) => `${n} pictures`,
    READING,
    { detected: livenessDetected, kinds: livenessKinds, crossed: livenessCrossed },
  ),
  livenessDistance: measured<LivenessDistanceFigures>(
    'Liveness by the distance of the face.',
    ({ byShare }) => `${sum(Object.values(byShare), ({ live, attacks }) => live + attacks)} cuts`,
    READING,
    { detected: livenessByDistance },
  ),
  livenessJoint: measured<LivenessJointFigures>(
    'Liveness of the selfie with the challenge passed.',
    ({ rows }) => `${sum(rows, ({ live, attacks }) => live.n + attacks.n)} pictures and cuts`,
    READING,
    { judged: livenessWithChallenge },
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
    margins: ageMargins,
    answers: ageAnswers,
  }),
}
