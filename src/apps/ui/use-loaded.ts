import { useEffect, useState } from 'preact/hooks'

/** On an unstable connection it is requested again until it has loaded. */
const AGAIN_MS = 2_000

/** A part of the page in a separate file, loaded on demand; undefined until it has loaded. */
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

/** Adds a style sheet to the page, once; it has loaded when the promise is fulfilled. */
export function loadStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${address}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove() // so that it can be requested again
      reject(new TypeError(`${address} could not be loaded`))
    }
    document.head.append(link)
  })
}
