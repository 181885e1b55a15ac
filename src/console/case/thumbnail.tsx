import { useEffect, useRef, useState } from 'preact/hooks'
import { usePicture } from './use-picture.ts'

/** A small portrait of a case, fetched when its row comes into sight: what nobody saw is not on record as seen. */
export function Thumbnail({ id, name }: { id: string; name: string | undefined }) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!frame.current || isSeen) return
    const seen = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)))
    seen.observe(frame.current)
    return () => seen.disconnect()
  }, [isSeen])
  return (
    <span class="thumbnail" ref={frame}>
      {name && isSeen && <Loaded id={id} name={name} />}
    </span>
  )
}

function Loaded({ id, name }: { id: string; name: string }) {
  const { value } = usePicture(id, name)
  return value ? <img src={value} alt="" /> : null
}
