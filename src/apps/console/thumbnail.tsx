import { useEffect, useRef, useState } from 'preact/hooks'
import { usePicture } from './case/use-picture.ts'
import { Icon } from './parts.tsx'

/** A small portrait of a session, fetched when it becomes visible: what nobody saw is not recorded as viewed. */
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
      {name === undefined ? <Icon name="account" /> : isSeen && <Loaded id={id} name={name} />}
    </span>
  )
}

function Loaded({ id, name }: { id: string; name: string }) {
  const { value } = usePicture(id, name)
  return value ? <img src={value} alt="" /> : null
}
