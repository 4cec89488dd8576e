/** The layout of a stacked area chart over days. A day's value applies until the next day, so it is drawn as a step. */
import { linear, namedDays, spread, ticks } from './scale.ts'

/** A day without values is unknown: the area has a gap there. */
export interface Day {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** From the bottom up; null if unknown. */
  readonly values: readonly number[] | null
}

export interface Box {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Stack {
  /** One per series, in their order: the path of its area. */
  readonly areas: readonly string[]
  /** The position of each series' name, at its last day; null if it has no value. */
  readonly labels: readonly (number | null)[]
  readonly y: readonly { readonly value: number; readonly at: number }[]
  readonly x: readonly { readonly day: string; readonly at: number }[]
  /** The column of each day. */
  readonly columns: readonly { readonly at: number; readonly width: number }[]
}

const labelHeight = 16

/** The labeled values of the axis. */
export const axisOf = (days: readonly Day[]): readonly number[] =>
  ticks(
    Math.max(0, ...days.map(({ values }) => (values ?? []).reduce((sum, value) => sum + value, 0))),
  )

export function stackOf(days: readonly Day[], series: number, box: Box): Stack {
  const { width, height, left, right, top, bottom } = box
  const values = axisOf(days)
  const y = linear(values.at(-1) ?? 1, [height - bottom, top])
  const columnWidth = days.length === 0 ? 0 : (width - left - right) / days.length
  const columns = days.map((_, index) => ({ at: left + index * columnWidth, width: columnWidth }))
  const layers = Array.from({ length: series }, (_, layer) =>
    days.map(({ values: own }) => {
      if (!own) return null
      const below = own.slice(0, layer).reduce((sum, value) => sum + value, 0)
      return { from: y(below), to: y(below + (own[layer] ?? 0)) }
    }),
  )
  const middles = layers.map((layer) => {
    const last = layer.findLast((one) => one !== null)
    return last && last.from !== last.to ? (last.from + last.to) / 2 : null
  })
  const shown = middles.filter((one) => one !== null)
  const apart = spread(shown, labelHeight, [top + 4, height - bottom - 4])
  return {
    areas: layers.map((layer) => pathOf(layer, columns)),
    labels: middles.map((one) => (one === null ? null : (apart[shown.indexOf(one)] ?? one))),
    y: values.map((value) => ({ value, at: y(value) })),
    x: namedDays(
      days.map(({ day }) => day),
      Math.floor((width - left - right) / 64),
    ).map((index) => ({
      day: days[index]?.day ?? '',
      at: (columns[index]?.at ?? 0) + columnWidth / 2,
    })),
    columns,
  }
}

type Layer = readonly ({ readonly from: number; readonly to: number } | null)[]

/** Each sequence of known days is a closed shape: along its top to the right, along its bottom back. */
function pathOf(layer: Layer, columns: Stack['columns']): string {
  const parts: string[] = []
  let run: number[] = []
  const close = (): void => {
    if (run.length === 0) return
    const ends = (index: number): readonly [number, number] => {
      const { at = 0, width = 0 } = columns[index] ?? {}
      return [at, at + width]
    }
    const line = (indexes: readonly number[], edge: 'from' | 'to', back: boolean): string[] =>
      indexes.flatMap((index) => {
        const points = back ? ends(index).toReversed() : ends(index)
        return points.map((x) => `${round(x)},${round(layer[index]?.[edge] ?? 0)}`)
      })
    parts.push(
      `M${[...line(run, 'to', false), ...line(run.toReversed(), 'from', true)].join('L')}Z`,
    )
    run = []
  }
  layer.forEach((one, index) => {
    if (one === null) close()
    else run.push(index)
  })
  close()
  return parts.join('')
}

const round = (value: number): number => Math.round(value * 10) / 10
