import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { shortDay } from '../dates.ts'
import { number } from '../words.ts'
import { axisOf, type Day, stackOf } from './stack.ts'

export interface Series {
  readonly name: string
  /** A color of tokens.css. */
  readonly colour: string
}

/** An event on a day, below its column. */
export interface Mark {
  /** The index of its day. */
  readonly at: number
  readonly label: string
  readonly href: string
}

interface StackedAreaProps {
  /** The chart in a sentence, which screen readers announce in its place. */
  readonly label: string
  readonly days: readonly Day[]
  /** From the bottom up. */
  readonly series: readonly Series[]
  readonly marks?: readonly Mark[]
}

const height = 232
const margin = { top: 10, bottom: 40 }
/** Between the axis and its labels, and between the last day and the names of the series. */
const labelGap = 8
const nameGap = 10
/** The width of the widest letter or digit of labels in their size, so that no label is cut in any font. */
const characterWidth = 8
const widthOf = (texts: readonly string[]): number =>
  characterWidth * Math.max(0, ...texts.map(({ length }) => length))

/** Adapts to the width of its container: text keeps its size. */
export function StackedArea({ label, days, series, marks = [] }: StackedAreaProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  const last = days.findLast(({ values }) => values !== null)?.values ?? []
  const { top, bottom } = margin
  const left = labelGap + widthOf(axisOf(days).map(number))
  const right = nameGap + widthOf(series.map(({ name }, at) => `${number(last[at] ?? 0)} ${name}`))
  const stack = stackOf(days, series.length, { width, height, left, right, top, bottom })
  const floor = height - bottom
  return (
    <div ref={place} className="stacked-area" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {stack.y.map(({ value, at }) => (
            <g key={value} className="axis">
              <line x1={left} x2={width - right} y1={at} y2={at} />
              <text x={left - labelGap} y={at + 4} textAnchor="end">
                {number(value)}
              </text>
            </g>
          ))}
          {stack.areas.map((path, index) => (
            <path
              key={series[index]?.name}
              d={path}
              className="area"
              style={{ fill: `var(--${series[index]?.colour})` }}
            />
          ))}
          {stack.x.map(({ day, at }) => (
            <text key={day} className="axis" x={at} y={floor + 32} textAnchor="middle">
              {shortDay(day)}
            </text>
          ))}
          {stack.labels.map((at, index) => {
            const { name = '', colour } = series[index] ?? {}
            return (
              at !== null && (
                <text
                  key={name}
                  x={width - right + nameGap}
                  y={at + 4}
                  className="series"
                  style={{ fill: `var(--${colour})` }}
                >
                  <tspan className="value">{number(last[index] ?? 0)}</tspan> {name}
                </text>
              )
            )
          })}
          {stack.columns.map(({ at, width: column }, index) => (
            <rect
              key={days[index]?.day}
              className="column"
              x={at}
              y={top}
              width={column}
              height={floor - top}
            >
              <title>{dayText(days[index], series)}</title>
            </rect>
          ))}
        </svg>
      )}
      {width > 0 &&
        marks.map(({ at, label, href }) => {
          const column = stack.columns[at]
          return (
            column && (
              <Link
                key={at}
                href={href}
                className="mark"
                title={label}
                aria-label={label}
                tabIndex={-1}
                style={{ left: column.at + column.width / 2, top: floor + 1 }}
              />
            )
          )
        })}
    </div>
  )
}

const dayText = (day: Day | undefined, series: readonly Series[]): string =>
  day?.values
    ? `${shortDay(day.day)}: ${series.map(({ name }, at) => `${number(day.values?.[at] ?? 0)} ${name.toLowerCase()}`).join(', ')}`
    : `${shortDay(day?.day ?? '')}: no scan yet`
