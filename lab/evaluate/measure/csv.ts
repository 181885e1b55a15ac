import { readFile } from 'node:fs/promises'

/** A file with a header line (RFC 4180 quoting) → one record per line. */
export async function readCsv(file: string): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = parseCsv(await readFile(file, 'utf8'))
  return rows.map((row) => Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])))
}

export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') cell += text[++i]
      else quoted = false
    } else if (c === '"') quoted = true
    else if (c === ',' || c === '\n') {
      row.push(cell)
      cell = ''
      if (c === '\n') {
        rows.push(row)
        row = []
      }
    } else if (c !== '\r') cell += c
  }
  if (cell || row.length) rows.push([...row, cell])
  return rows
}
