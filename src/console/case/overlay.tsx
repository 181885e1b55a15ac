import { useState } from 'preact/hooks'
import { usePicture } from './use-picture.ts'

/** The portrait and the selfie over each other; the slider goes from one to the other. */
export function Overlay({ id, portrait, selfie }: { id: string; portrait: string; selfie: string }) {
  const below = usePicture(id, portrait)
  const above = usePicture(id, selfie)
  const [share, setShare] = useState(50)
  return (
    <figure class="picture overlay">
      <figcaption>
        <label>
          <span class="strong">Portrait</span>
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label="From the portrait to the selfie"
            onInput={(event) => setShare(event.currentTarget.valueAsNumber)}
          />
          <span class="strong">Selfie</span>
        </label>
      </figcaption>
      <div class="window">
        {below.value && <img src={below.value} alt="Portrait, below" />}
        {above.value && <img src={above.value} alt="Selfie, above" style={{ opacity: share / 100 }} />}
      </div>
    </figure>
  )
}
