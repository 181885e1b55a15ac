/** Browser tests are long: three processes of them keep every processor busy to the end. */
const MOST = { 'test/e2e': 8 }
const MOST_ELSEWHERE = 30

/**
 * Which test files share a process: those of one folder below test, a few at a time. Browser tests come first, since one of
 * them alone takes as long as most groups, and then the tools: few files, of which one makes the release twice.
 */
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
  return groups.sort((one, other) => rank(other) - rank(one))
}

/** What begins first, whatever its number of files: begun last, it would run alone at the end. */
const FIRST = { 'test/e2e': 2_000, 'test/tools': 1_000 }
const rank = ({ name, files }) => FIRST[name.split(' ')[0]] ?? files.length
