/** A line without axes: one number per day. Unknown days are gaps. */
import { linear } from './scale.ts'

export function sparkOf(
  values: readonly (number | null)[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = linear(Math.max(1, values.length - 1), [1, width - 1])
  const y = linear(high - low, [height - 2, 2])
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const at = `${x(index).toFixed(1)},${(high === low ? height / 2 : y(value - low)).toFixed(1)}`
      const part = isOpen ? `L${at}` : `M${at}`
      isOpen = true
      return part
    })
    .join('')
}
