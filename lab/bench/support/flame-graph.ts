/** A profile written by V8 with --cpu-prof. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  /** Microseconds since the previous sample. */
  timeDeltas: number[]
}

interface Frame {
  name: string
  /** Milliseconds, including the functions called. */
  total: number
  under: Map<string, Frame>
}

const WIDTH = 1200
const ROW = 17
/** Anything narrower is not drawn. */
const LEAST_PIXELS = 1
/** Width of a letter. */
const LETTER = 6.2

/**
 * The flame graph of a profile: a function is as wide as its time, with the functions it called above it. Idle time is
 * excluded.
 */
export function drawFlameGraph(profile: Profile, title: string): string {
  const whole = sumUp(profile)
  const rows: string[] = []
  const deepest = draw(whole, 0, 0, WIDTH / whole.total, rows)
  const height = (deepest + 3) * ROW
  const drawn = rows.map((row) => row.replaceAll('{bottom}', String(height - ROW)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${inXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="6" y="14" font-size="13">${inXml(title)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

function sumUp({ nodes, samples, timeDeltas }: Profile): Frame {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const whole: Frame = { name: 'all', total: 0, under: new Map() }
  for (const [i, sample] of samples.entries()) {
    const path: string[] = []
    for (let at: number | undefined = sample; at !== undefined; at = parents.get(at)) {
      const name = names.get(at)
      if (name) path.unshift(name)
    }
    if (path.includes('(idle)')) continue
    const took = (timeDeltas[i] ?? 0) / 1000
    let frame = whole
    frame.total += took
    for (const name of path) {
      const next: Frame = frame.under.get(name) ?? { name, total: 0, under: new Map() }
      next.total += took
      frame.under.set(name, next)
      frame = next
    }
  }
  return whole
}

/** The function and its file; for a package only the package, since we cannot change its code. */
function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(root)') return undefined
  const [, inPackage] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (inPackage) return inPackage
  if (url.startsWith('node:') || (!url && !functionName.startsWith('('))) return 'Node'
  const file = url.split('/').at(-1)
  return file ? `${functionName || '(unnamed)'} · ${file}` : functionName
}

function draw(frame: Frame, x: number, depth: number, scale: number, rows: string[]): number {
  const width = frame.total * scale
  if (width < LEAST_PIXELS) return depth - 1
  const room = Math.floor((width - 6) / LETTER)
  const said = room < 3 ? '' : frame.name.length > room ? `${frame.name.slice(0, room - 1)}…` : frame.name
  const up = depth * ROW
  const place = `transform="translate(${x.toFixed(1)} {bottom}) translate(0 ${-up})"`
  rows.push(
    `<g ${place}><title>${inXml(frame.name)}: ${frame.total.toFixed(0)} ms</title>` +
      `<rect width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colourOf(frame.name)}"/>` +
      `${said ? `<text x="3" y="12">${inXml(said)}</text>` : ''}</g>`,
  )
  let [left, deepest] = [x, depth]
  for (const child of [...frame.under.values()].toSorted((a, b) => b.total - a.total)) {
    deepest = Math.max(deepest, draw(child, left, depth + 1, scale, rows))
    left += child.total * scale
  }
  return deepest
}

/** The same name has the same colour: nets blue, memory grey, packages green, our own from yellow to red. */
function colourOf(name: string): string {
  if (name === 'onnxruntime-node') return '#8fb7e8'
  if (name === '(garbage collector)' || name === '(program)') return '#ccc'
  if (!name.includes(' · ')) return '#a8d5a2'
  let seed = 0
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0
  return `hsl(${15 + (seed % 40)} 85% ${68 + (seed % 12)}%)`
}

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
