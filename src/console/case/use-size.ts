import { useEffect, useState } from 'preact/hooks'
import type { Size } from './align-eyes.ts'

/** How large the picture behind an address is, once it is known. */
export function useSize(address: string | undefined): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    setSize(undefined)
    if (address === undefined) return
    let isStale = false
    const picture = new Image()
    picture.onload = () => isStale || setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.src = address
    return () => {
      isStale = true
    }
  }, [address])
  return size
}
