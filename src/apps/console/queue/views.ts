import type { QueueFilter } from '../../../kernel/review/contract/console-queue.ts'

/** Which cases a reviewer wants to see, without the mode, which applies to the whole console. */
export type View = Omit<QueueFilter, 'mode'>

/** The part that is kept in the address: it can be bookmarked and sent, and contains no personal data. */
export const VIEW_FIELDS = ['order', 'cause', 'waitsFor', 'mine', 'documentType', 'country', 'tenant'] as const

export interface SavedView {
  name: string
  view: View
}

/** Stored in this browser: the names of views and their filters; no personal data. */
const KEY = 'limen.queue.views'

export function savedViews(): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    return [] // unreadable entries count as none
  }
}

/** Replaces the saved views; removes the entry if there are none. */
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
