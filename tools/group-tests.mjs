/** Browser tests are long: three processes keep every processor busy to the end. */
const MOST = { 'test/e2e': 8 }
const MOST_ELSEWHERE = 30

/**
 * The slowest groups first, as measured: if started last, one of them would run alone at the end. Groups that are not
 * listed take seconds.
 */
const ORDER = [
  'test/e2e',
  'test/tools',
  'test/vision',
  'test/storage',
  'test/kernel',
  'test/apps',
  'test/features',
  'test/lab',
  'test/api',
  'test/http',
  'test/docs',
  'test/packages',
]

/** Which test files share a process: a few at a time from one folder below test. */
export function groupFiles(files) {
  const folders = new Map()
  for (const file of [...new Set(files.map((each) => each.replaceAll('\\', '/')))].sort()) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/')
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const groups = [...folders].flatMap(([folder, all]) => {
    const parts = Math.ceil(all.length / (MOST[folder] ?? MOST_ELSEWHERE))
    // Distributed in turn: files of one kind, with similar cost, are next to each other.
    return Array.from({ length: parts }, (_, part) => ({
      name: parts === 1 ? folder : `${folder} ${part + 1} of ${parts}`,
      files: all.filter((_file, index) => index % parts === part),
    }))
  })
  return groups.sort((one, other) => place(one) - place(other))
}

function place({ name }) {
  const at = ORDER.indexOf(name.split(' ')[0])
  return at < 0 ? ORDER.length : at
}
