import { useEffect, useLayoutEffect } from 'preact/hooks'

/** An action on the current screen, for the palette. */
export interface Command {
  name: string
  /** The key that does the same. */
  key?: string
  run: () => void
}

const offered = new Map<symbol, readonly Command[]>()

/** Offers commands while the component is on the screen. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const mark = Symbol()
    offered.set(mark, commands)
    return () => void offered.delete(mark)
  })
}

export const commandsHere = (): Command[] => [...offered.values()].flat()

/** The commands in which every typed word begins some word; all of them if nothing is typed. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ name }) => {
    const words = name.toLowerCase().split(/[\s:]+/)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  })
}

/** Single-key shortcuts, active while nobody is typing. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  // Registered with the screen and not a frame later: a key that is pressed at once counts.
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=range], [type=checkbox], [type=radio]), textarea, select, dialog') !== null
