import type { ComponentChildren } from 'preact'
import { iconSet } from '../../ui/icons.tsx'
import { firstDrawings } from './first-icons.tsx'

export const Icon = iconSet(32, {
  ...firstDrawings,
  warn: <path d="M16 5 3.5 26.5h25L16 5Zm0 8v6.5m0 3.5v.2" />,
  stop: (
    <>
      <circle cx="16" cy="16" r="12" />
      <path d="M16 9.5v8m0 4.5v.2" />
    </>
  ),
  phone: <path d="M10 3h12a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Zm4.5 23h3" />,
  camera: (
    <>
      <path d="M4 10.5h5.5L12 7h8l2.5 3.5H28V25H4V10.5Z" />
      <circle cx="16" cy="17.5" r="4.5" />
    </>
  ),
  turn: <path d="M5 9h15v10H5zM24 11c3 1.5 4 4 3 6.5s-4 4-7 4.5m0 0 2.5-2.5M20 22l2.5 2.5" />,
  upload: <path d="M6 7h20v18H6zm0 14 6-6 5 5 3-3 6 6M20.5 12.5h.2" />,
  torch: <path d="m18 4-9 14h7l-2 10 9-14h-7l2-10Z" />,
  wait: <path d="M16 4a12 12 0 1 1-8.5 3.5" />,
})

/** Line drawings of the object in hand. */
const drawings = {
  document: (
    <>
      <path class="faint" d="M20 124h200M52 132h136" />
      <g class="sheet">
        <rect x="62" y="36" width="116" height="74" rx="8" />
        <circle cx="88" cy="64" r="9" />
        <path d="M73 92c2-10 8-14 15-14s13 4 15 14M118 56h46M118 70h46M118 84h28" />
      </g>
      <path class="accent" d="M46 40V26a6 6 0 0 1 6-6h14M174 20h14a6 6 0 0 1 6 6v14" />
    </>
  ),
  turn: (
    <>
      <path class="faint" d="M20 124h200M52 132h136" />
      <g class="sheet turning">
        <rect x="62" y="36" width="116" height="74" rx="8" />
        <path d="M62 54h116M76 78h54M76 92h34M146 76h20v20h-20z" />
      </g>
      <path class="accent" d="M84 20c22-12 50-12 72 0m0 0-3-11m3 11-11 2" />
    </>
  ),
  face: (
    <>
      <path class="faint" d="M60 132c4-22 22-32 60-32s56 10 60 32" />
      <g class="sheet">
        <path d="M98 60c0-18 9-28 22-28s22 10 22 28-9 32-22 32-22-14-22-32Z" />
        <path d="M110 60v2m20-2v2m-10 2-3 10h4m-8 8c4 3 10 3 14 0" />
      </g>
      <path class="accent" d="M48 32l-12-8M42 56H28M48 80l-12 8M192 32l12-8M198 56h14M192 80l12 8" />
    </>
  ),
  head: (
    <>
      <path class="faint" d="M60 132c4-22 22-32 60-32s56 10 60 32" />
      <g class="sheet">
        <path d="M98 60c0-18 9-28 22-28s22 10 22 28-9 32-22 32-22-14-22-32Z" />
        <path d="M104 60v2m18-2v2m-12 2-5 10h5m-4 8c4 3 9 3 12 0" />
      </g>
      <path class="accent" d="M78 62H44m0 0 10-9m-10 9 10 9M162 62h34m0 0-10-9m10 9-10 9" />
    </>
  ),
  phone: (
    <>
      <path class="faint" d="M20 128h200" />
      <g class="sheet">
        <rect x="92" y="16" width="56" height="104" rx="9" />
        <path d="M114 108h12" />
        <rect x="101" y="44" width="38" height="25" rx="3" />
      </g>
      <path
        class="accent"
        d="M164 42c8 10 8 32 0 42M176 32c14 17 14 45 0 62M76 42c-8 10-8 32 0 42M64 32c-14 17-14 45 0 62"
      />
    </>
  ),
  done: (
    <>
      <path class="faint" d="M34 40l10 6M196 38l-10 8M30 96l12-4M212 100l-14-6" />
      <g class="good">
        <circle cx="120" cy="70" r="44" />
        <path class="tick" d="m99 71 15 15 28-32" />
      </g>
    </>
  ),
  stop: (
    <>
      <path class="faint" d="M20 124h200" />
      <g class="sheet">
        <rect x="74" y="24" width="92" height="90" rx="10" />
        <path d="M74 44h92M86 34h.5M96 34h.5" />
      </g>
      <path class="warn" d="M120 60v24m0 12v1" />
    </>
  ),
} satisfies Record<string, ComponentChildren>

export function Illustration({ name }: { name: keyof typeof drawings }) {
  return (
    <div class="drawing">
      <svg viewBox="0 0 240 140" aria-hidden="true">
        {drawings[name]}
      </svg>
    </div>
  )
}
