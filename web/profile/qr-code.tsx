import { useMemo } from 'react'
import './qr-code.css'
import { qrCode } from './qr.ts'

/** Readers want four light modules around it. */
const margin = 4

/** Dark on light in both themes: not every reader takes it the other way round. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => qrCode(text), [text])
  const size = rows.length + 2 * margin
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + margin} ${y + margin}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
