import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Camera, loadReport } from './camera.ts'
import type { watchCamera } from './report-camera.ts'

/** Shows the camera in the video, returns the size of the box around it, and reports how the camera behaves. */
export function useCameraView(
  video: RefObject<HTMLVideoElement | null>,
  box: RefObject<HTMLElement | null>,
  { stream, asked }: Pick<Camera, 'stream' | 'asked'>,
): { width: number; height: number; report: () => Record<string, string> | undefined } {
  const watch = useRef<ReturnType<typeof watchCamera>>(undefined)
  const [size, setSize] = useState({ width: 1, height: 1 })

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    void element.play().catch(() => {}) // a browser that requires another tap shows its own button
    let over = false
    void loadReport().then((loaded) => {
      const [track] = stream.getVideoTracks()
      if (!over && track) watch.current = loaded?.watchCamera(element, track, asked)
    })
    return () => {
      over = true
      watch.current?.stop()
    }
  }, [stream])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { ...size, report: () => watch.current?.report() }
}
