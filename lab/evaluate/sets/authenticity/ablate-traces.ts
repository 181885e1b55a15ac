import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type EditOdds, judgeTraces, oddsTogether } from '../../../../src/vision/document/checks/traces/judge-traces.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { readCsv } from '../../measure/csv.ts'
import { seePage } from './edits.ts'
import { copyLine } from './make-edits.ts'
import { TRAINED_ON } from './tampered.ts'

/** The number of pictures flagged as edited, and their total. */
interface Called {
  n: number
  called: number
}

/** With all parts, or without one of them. */
export interface TracesAblation {
  without: string
  genuine: Called
  byKind: Record<string, Called>
}

interface Judged {
  kind: string
  odds: EditOdds | undefined
}

const WITHOUT: Record<string, (odds: EditOdds) => EditOdds> = {
  '': (odds) => odds,
  net: (odds) => ({ ...odds, net: Number.NEGATIVE_INFINITY }),
  halftone: (odds) => ({ net: odds.net, isPrintSeen: false, copied: odds.copied }),
  'halftone of the portrait': ({ portrait: _, ...odds }) => odds,
  'halftone of the value': ({ value: _, ...odds }) => odds,
  'copied text': ({ copied: _, ...odds }) => odds,
}

const GENUINE = 'genuine'

/** Edited scans of types that the net was not trained on, the same with a copied line of text, and genuine ones. */
export async function ablateTraces({ nets }: ReadEngine, data: string): Promise<TracesAblation[]> {
  const folder = path.join(data, 'tampered')
  if (!existsSync(folder)) return []
  const judged: Judged[] = []
  const judge = async (bytes: Uint8Array, kind: string) => {
    const { located, known } = await seePage(nets, bytes)
    judged.push({ kind, odds: (await judgeTraces(nets, located, known)).odds })
    return known.lines.map(boundsOf)
  }
  for (const { file = '', label, kind = '', model = '' } of await readCsv(path.join(folder, 'labels.csv'))) {
    if (TRAINED_ON.includes(model)) continue
    const bytes = await readFile(path.join(folder, file))
    const lines = await judge(bytes, label === GENUINE ? GENUINE : kind)
    const copied = label === GENUINE ? await copyLine(bytes, lines) : undefined
    if (copied) await judge(copied, 'line copied')
  }
  return Object.entries(WITHOUT).map(([without, change]) => {
    const calledOf = (some: readonly Judged[]): Called => ({
      n: some.length,
      called: some.filter(({ odds }) => odds && oddsTogether(change(odds)) >= 0).length,
    })
    const kinds = Map.groupBy(judged, ({ kind }) => kind)
    return {
      without,
      genuine: calledOf(kinds.get(GENUINE) ?? []),
      byKind: Object.fromEntries(
        [...kinds].filter(([kind]) => kind !== GENUINE).map(([kind, some]) => [kind, calledOf(some)]),
      ),
    }
  })
}
