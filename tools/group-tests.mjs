/** Browser tests are long: three processes of them keep every processor busy to the end. */
const MOST = { 'test/e2e': 8 }
const MOST_ELSEWHERE = 30

/** The dearest first, as measured: begun last, one of them would run alone at the end. What is not named takes seconds. */
const ORDER = [
  'test/e2e',
  'test/tools',
  'test/engine',
  'test/storage',
  'test/actions',
  'test/lab',
  'test/cli',
  'test/api',
  'test/http',
  'test/docs',
  'test/packages',
  'test/console',
  'test/web',
  'test/domain',
]

/** Which test files share a process: those of one folder below test, a few at a time. */
export function groupFiles(files) {
  const folders = new Map()
  for (const file of [...new Set(files.map((each) => each.replaceAll('\\', '/')))].sort()) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/')
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const groups = [...folders].flatMap(([folder, all]) => {
    const parts = Math.ceil(all.length / (MOST[folder] ?? MOST_ELSEWHERE))
    // Dealt out in turn: files of one kind, which cost alike, stand next to each other.
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
