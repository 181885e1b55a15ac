import { rate, type Table } from '../../measure/table.ts'

/** Results for films of heads and of attacks, and for real pictures in different turns. */
export interface ChallengeFigures {
  people: number
  genuine: { n: number; passed: number; against: Record<string, number> }
  attacks: Record<string, { n: number; passed: number; rightReason: number; against: Record<string, number> }>
  /** Two pictures of one person: the nose must indicate a head. */
  turned: { heads: { n: number; wrong: number }; planes: { n: number; wrong: number } }
  /** For all frames of one film, in bytes and CPU time. */
  bytes: { p50: number; p95: number }
  cpuMs: { p50: number; p95: number }
}

/** The same in front of the page's camera, in a browser. */
export interface ChallengeCameraFigures {
  people: number
  acts: Record<
    string,
    { n: number; passed: number; rightReason: number; notSent: number; against: Record<string, number> }
  >
  /** The factor by which the page was slowed down, and its frame rate. */
  slowed: number
  frameRate: number
}

export const challengeActed = ({ acts }: ChallengeCameraFigures): Table => ({
  title: 'Before the camera of the page',
  head: ['before the camera', 'passed', 'share', 'not sent', 'right reason', 'findings against it'],
  rows: Object.entries(acts).map(([name, { n, passed, rightReason, notSent, against }]) => [
    CHALLENGE_ATTACKS[name] ?? name,
    ...rate(passed, n),
    String(notSent),
    name === 'genuine' ? '–' : `${rightReason} of ${n - passed - notSent}`,
    listed(against),
  ]),
})

export const challengeDrawn = ({ slowed, frameRate }: ChallengeCameraFigures): Table => ({
  title: 'The page while it leads through the moves',
  head: ['processor', 'drawn a second'],
  rows: [[`${slowed} times slowed`, frameRate.toFixed(1)]],
})

export const challengePlayed = ({ genuine, attacks }: ChallengeFigures): Table => ({
  title: 'Challenges played',
  head: ['film', 'passed', 'right reason', 'findings against it'],
  rows: [
    ['a head, as asked', `${genuine.passed} of ${genuine.n}`, '–', listed(genuine.against)],
    ...Object.entries(attacks).map(([kind, { n, passed, rightReason, against }]) => [
      CHALLENGE_ATTACKS[kind] ?? kind,
      `${passed} of ${n}`,
      `${rightReason} of ${n - passed}`,
      listed(against),
    ]),
  ],
})

export const challengeTurned = ({ turned }: ChallengeFigures): Table => ({
  title: 'Head against picture, on real pictures',
  head: ['pairs', 'wrong', 'share'],
  rows: [
    ['one person, straight and turned by 15° or more', ...rate(turned.heads.wrong, turned.heads.n)],
    ['one picture, straight and tilted by 20° to 45°', ...rate(turned.planes.wrong, turned.planes.n)],
  ],
})

export const challengeCost = ({ bytes, cpuMs }: ChallengeFigures): Table => ({
  title: 'Cost of a challenge',
  head: ['what', 'median', '95th percentile'],
  rows: [
    ['frames, together', `${Math.round(bytes.p50 / 1000)} kB`, `${Math.round(bytes.p95 / 1000)} kB`],
    ['processor time on the service', `${cpuMs.p50} ms`, `${cpuMs.p95} ms`],
  ],
})

export const CHALLENGE_ATTACKS: Record<string, string> = {
  genuine: 'a head that does as asked',
  otherFilm: 'a film of other moves',
  still: 'a picture held still',
  moved: 'a picture moved and turned in its plane',
  warped: 'a picture whose middle is pushed aside',
  tilted: 'a picture tilted',
  mask: 'a face cut out of paper, tilted',
  looped: 'one move, looped',
  otherDraw: 'a head that follows another draw',
  cut: 'pieces of films from two rooms',
  twice: 'a frame twice',
  shuffled: 'frames in another order',
  twoPeople: 'one person, then another',
  wrongTime: 'frames of no possible time',
  bent: 'a picture bent around a tube',
}

const listed = (times: Record<string, number>): string =>
  Object.entries(times)
    .toSorted(([, a], [, b]) => b - a)
    .map(([check, n]) => `${check} ${n}`)
    .join(', ') || '–'
