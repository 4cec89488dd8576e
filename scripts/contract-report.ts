import {
  type Coverage,
  type Difference,
  type Kind,
  kinds,
  type Tally,
} from './contract-coverage.ts'

type Tallies = Readonly<Record<Kind, Tally>>

/** Have/expected, a line a tag and one for all. */
export function table({ byTag }: Coverage): string {
  const cells = (tally: Tallies): string[] =>
    kinds.map((kind) => `${tally[kind].have}/${tally[kind].expected}`)
  const rows = [...byTag]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, tally]) => [tag, ...cells(tally), `${percent([tally])} %`])
  const sums = kinds.map((kind) => {
    const sum = (part: 'have' | 'expected'): number =>
      [...byTag.values()].reduce((total, tally) => total + tally[kind][part], 0)
    return `${sum('have')}/${sum('expected')}`
  })
  const all = ['together', ...sums, `${percent([...byTag.values()])} %`]
  return [['', ...kinds, ''], ...rows, all]
    .map(
      ([tag = '', ...columns]) => tag.padEnd(20) + columns.map((one) => one.padStart(12)).join(''),
    )
    .join('\n')
}

/** Rounded down: 100 means that nothing is missing. */
function percent(tallies: readonly Tallies[]): number {
  const all = tallies.flatMap((tally) => kinds.map((kind) => tally[kind]))
  const sum = (part: 'have' | 'expected'): number =>
    all.reduce((total, one) => total + one[part], 0)
  return Math.floor((100 * sum('have')) / sum('expected'))
}

/** What is missing or extra, one line per place and kind; of the given tags, or of all. */
export function differences(coverage: Coverage, tags: readonly string[]): string {
  const lines = new Map<string, Difference[]>()
  for (const one of coverage.differences) {
    if (tags.length > 0 && !tags.includes(one.tag)) continue
    const start = `${one.which.padEnd(7)}  ${one.tag}: ${one.place}`
    lines.set(`${start} ${one.kind}`, [...(lines.get(`${start} ${one.kind}`) ?? []), one])
  }
  return [...lines]
    .map(([start, ones]) => [start, ...ones.flatMap(({ name }) => name ?? [])].join(' · '))
    .toSorted()
    .join('\n')
}

/** Tags that were declared complete and lack something, each with what it lacks. */
export function incomplete(coverage: Coverage, complete: readonly string[]): string[] {
  const unknown = complete.filter((tag) => !coverage.byTag.has(tag))
  const lacking = coverage.differences.filter(
    ({ which, tag }) => which === 'missing' && complete.includes(tag),
  )
  return [
    ...unknown.map((tag) => `${tag} is declared complete and is no tag.`),
    ...lacking.map(
      ({ tag, place, kind, name }) =>
        `${tag} is declared complete and lacks ${place}${name ? `: ${kind} ${name}` : ''}.`,
    ),
  ]
}
