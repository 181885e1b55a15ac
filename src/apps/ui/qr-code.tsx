import { useMemo } from 'preact/hooks'
import qrcode from 'qrcode-generator'

interface QrCodeProps {
  text: string
  label: string
  /** The quiet zone in modules; ISO/IEC 18004 requires 4 if nothing else separates the code. */
  quiet?: number
  class?: string
}

export function QrCode({ text, label, quiet = 0, class: name }: QrCodeProps) {
  const { size, cells } = useMemo(() => draw(text), [text])
  const side = size + 2 * quiet
  return (
    <svg
      class={name}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={cells} fill="#000000" />
    </svg>
  )
}

function draw(text: string): { size: number; cells: string } {
  // Level M corrects more errors than L, and our text is short enough to keep the modules large.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const places = Array.from({ length: size }, (_, at) => at)
  const cells = places.flatMap((y) => places.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
  return { size, cells: cells.join('') }
}
