import { useEffect, useState } from 'preact/hooks'

/** On a line that breaks it is asked for again, until it is there. */
const AGAIN_MS = 2_000

/** A part of the page in a file of its own, loaded once it is wanted; undefined until it is there. */
export function useLoaded<Part>(isWanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) void untilLoaded(load).then((part) => setLoaded({ part }))
  }, [isWanted])
  return loaded?.part
}

export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      console.warn(error)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

/** Adds a style sheet to the page, once; there when the promise is fulfilled. */
export function loadStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${address}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove() // so that it can be asked for again
      reject(new TypeError(`${address} could not be loaded`))
    }
    document.head.append(link)
  })
}
