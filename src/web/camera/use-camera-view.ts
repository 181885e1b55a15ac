import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Shows what the camera sees in the video, and tells how large the box around it is. */
export function useCameraView(
  video: RefObject<HTMLVideoElement | null>,
  box: RefObject<HTMLElement | null>,
  { stream }: { stream: MediaStream },
): { width: number; height: number } {
  const [size, setSize] = useState({ width: 1, height: 1 })

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    void element.play().catch(() => {}) // a browser that wants another tap shows its own button
  }, [stream])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return size
}
