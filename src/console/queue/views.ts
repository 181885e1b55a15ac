import type { QueueFilter } from '../../contract/console/console-queue.ts'

/** Which cases a reviewer wants to see, without the mode, which the whole console has. */
export type View = Omit<QueueFilter, 'mode'>

/** What of it an address names: it can be bookmarked and sent, and holds nothing of any person. */
export const VIEW_FIELDS = ['order', 'cause', 'waitsFor', 'mine', 'documentType', 'country', 'tenant'] as const

export interface SavedView {
  name: string
  view: View
}

/** In this browser: names that somebody gave, and which cases they stand for; nothing of any person. */
const KEY = 'limen.queue.views'

export function savedViews(): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    return [] // what cannot be read is as good as nothing
  }
}

/** Keeps a view under a name, in place of one of the same name. Without any left, nothing is kept. */
export function keepViews(views: readonly SavedView[]): void {
  if (views.length) localStorage.setItem(KEY, JSON.stringify(views))
  else localStorage.removeItem(KEY)
}

export const withView = (views: readonly SavedView[], { name, view }: SavedView): SavedView[] => [
  ...views.filter((each) => each.name !== name),
  { name, view },
]

export const isSameView = (a: View, b: View): boolean => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof View>
  return [...names].every((name) => a[name] === b[name])
}

const isSaved = (value: unknown): value is SavedView => {
  if (!value || typeof value !== 'object') return false
  const { name, view } = value as Partial<SavedView>
  return typeof name === 'string' && view !== null && typeof view === 'object'
}
