/** Charts as SVG with text: color alone never carries information. */
import { type Day, severities } from '../facts.ts'
import { figure } from '../words.ts'
import { html, type Markup } from './markup.ts'

interface Part {
  readonly name: string
  readonly value: number
  /** A colour of the style. */
  readonly colour: string
}
export interface Bar {
  readonly name: string
  readonly parts: readonly Part[]
  /** Behind the bar. */
  readonly value: string
}

const width = 1_000
const valueWidth = 210
const row = 30

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** `isShare`: each bar is relative to its own total; otherwise to the longest. */
export function bars(
  title: string,
  rows: readonly Bar[],
  { isShare = false, nameWidth = 140 } = {},
): Markup {
  const sum = ({ parts }: Bar): number => parts.reduce((all, { value }) => all + value, 0)
  const longest = Math.max(1, ...rows.map(sum))
  const room = width - nameWidth - valueWidth
  const drawn = rows.map((bar, at) => {
    const whole = isShare ? Math.max(1, sum(bar)) : longest
    let x = nameWidth
    const parts = bar.parts.map(({ name, value, colour }) => {
      const wide = (room * value) / whole
      const begun = x
      x += wide
      if (value === 0) return false
      return html`<rect class="${colour}" x="${begun.toFixed(1)}" y="${at * row + 8}" width="${Math.max(1.5, wide - 1).toFixed(1)}" height="14" rx="1"><title>${name}: ${figure(value)}</title></rect>`
    })
    const empty =
      sum(bar) === 0 &&
      html`<rect class="nothing" x="${nameWidth}" y="${at * row + 8}" width="${isShare ? room : 2}" height="14"/>`
    return html`<text x="${nameWidth - 12}" y="${at * row + 19}" text-anchor="end">${cut(bar.name, 36)}</text>${empty}${parts}<text class="muted" x="${Math.max(x, isShare ? nameWidth + room : x) + 10}" y="${at * row + 19}">${bar.value}</text>`
  })
  return html`<svg viewBox="0 0 ${width} ${rows.length * row}" role="img" aria-label="${title}">${drawn}</svg>`
}

export const legend = (names: readonly (readonly [name: string, colour: string])[]): Markup =>
  html`<ul class="legend">${names.map(([name, colour]) => html`<li><i class="${colour}"></i>${name}</li>`)}</ul>`

const high = 240
const [left, right, top, bottom] = [56, 130, 12, 34]

/** A step of 1, 2 or 5 times a power of ten, of which about four reach the most. */
function stepOf(most: number): number {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
}

/** A line for each severity over the days on which a scan ended, with its name where it ends. */
export function trend(days: readonly Day[]): Markup {
  const most = Math.max(1, ...days.flatMap((day) => severities.map((name) => day[name])))
  const step = stepOf(most)
  const steps = Math.ceil(most / step)
  const first = Date.parse(days[0]?.day ?? '')
  const span = Math.max(1, Date.parse(days.at(-1)?.day ?? '') - first)
  const x = ({ day }: Day): number =>
    left + ((width - left - right) * (Date.parse(day) - first)) / span
  const y = (value: number): number => top + (high - top - bottom) * (1 - value / (steps * step))
  const grid = Array.from({ length: steps + 1 }, (_, at) => at * step).map(
    (value) =>
      html`<line class="grid" x1="${left}" x2="${width - right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/><text class="muted" x="${left - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${figure(value)}</text>`,
  )
  const lines = severities.map((name) => {
    const points = days.map((day) => `${x(day).toFixed(1)},${y(day[name]).toFixed(1)}`)
    return html`<polyline class="line ${name}" points="${points.join(' ')}"/>${days.map((day) => html`<circle class="${name}" cx="${x(day).toFixed(1)}" cy="${y(day[name]).toFixed(1)}" r="3"><title>${day.day}, ${name}: ${figure(day[name])}</title></circle>`)}`
  })
  const last = days.at(-1)
  const shown = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])
  const dates = days.map(
    (day, at) =>
      shown.has(at) &&
      html`<text class="muted" x="${x(day).toFixed(1)}" y="${high - 10}" text-anchor="${at === 0 ? 'start' : 'middle'}">${day.day}</text>`,
  )
  return html`<svg viewBox="0 0 ${width} ${high}" role="img" aria-label="Failed findings by severity over ${days.length} days with a scan">${grid}${lines}${last && names(last, y)}${dates}</svg>`
}

/** Names beside the ends of lines, moved apart where lines end together. */
function names(last: Day, y: (value: number) => number): readonly Markup[] {
  let free = Number.NEGATIVE_INFINITY
  return severities
    .map((name) => ({ name, at: y(last[name]) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at }) => {
      free = Math.max(at + 4, free + 15)
      return html`<text class="${name}" x="${width - right + 12}" y="${free.toFixed(1)}">${name} ${figure(last[name])}</text>`
    })
}
