/**
 * What the accounts of the demo looked like on earlier days: what they look like now, with small differences that the
 * day and the names of findings determine. The same day always has the same differences. Pure.
 */
import type { FindingRecord } from '@plumbline/scanner'
import { draw, numbered, pick } from '@plumbline/server/seed'

/**
 * Days before now on which each account was scanned. The number of failing findings is lowest 21 and 7 days ago, and
 * highest 14 days ago: of two successive weeks, one is better and one is worse, on whatever day a week begins.
 */
export const pastDays = [31, 21, 17, 14, 7, 3] as const

/** Resources that are younger than the first of these scans, by their names, with their ages in days. */
const ages: ReadonlyMap<string, number> = new Map([
  ['launch-wizard-1', 2],
  ['partner-api-token', 2],
  ['vol-01adc0de000000901', 2],
  ['search-and-cache', 5],
  ['partner-import', 12],
  ['experiment', 19],
  ['experiment root', 19],
  ['metrics', 26],
])

/** The share of findings whose status has changed since. */
const share = { FAIL: 0.07, PASS: 0.04, MANUAL: 0 } as const

/** True if the finding had the opposite status so many days ago. */
function wasOtherwise({ uid, status }: FindingRecord, day: number): boolean {
  const seed = numbered(uid)
  if (draw(seed, 0) >= share[status]) return false
  if (status === 'FAIL') {
    const [fixed, reopened] = [pick([13, 9], draw(seed, 1)), pick([5, 2], draw(seed, 2))]
    return day <= fixed && day >= reopened
  }
  const [appeared, fixed] = [pick([40, 19, 16], draw(seed, 1)), pick([12, 9, 2], draw(seed, 2))]
  return day <= appeared && day >= fixed
}

/** What a sentence may name of a resource, the name last. */
const namesOf = ({ resource: { uid, name, region } }: FindingRecord): readonly string[] => [
  region,
  uid.split(/[:/]/).at(-1) ?? '',
  name,
]

/** The sentence about one resource as one about another; undefined if it does not name its resource. */
function saidOf(from: FindingRecord, to: FindingRecord): string | undefined {
  const others = namesOf(to)
  const named = new Map(namesOf(from).map((name, at) => [name, others[at] ?? '']))
  named.delete('')
  const either = [...named.keys()].toSorted((a, b) => b.length - a.length).map(RegExp.escape)
  let isNamed = false
  // Whole words, in one pass: a name may be a part of a word, or of the name that takes its place.
  const words = new RegExp(`(?<![\\w-])(?:${either.join('|')})(?![\\w-])`, 'g')
  const said = from.status_extended.replaceAll(words, (name) => {
    isNamed ||= name === from.resource.name
    return named.get(name) ?? name
  })
  return isNamed ? said : undefined
}

/** The findings of an account as they are now, and on earlier days. */
export class Past {
  /** The first finding of each check and status, whose sentence others borrow. */
  readonly #examples = new Map<string, FindingRecord>()

  constructor(now: Iterable<FindingRecord>) {
    for (const one of now) {
      const key = `${one.check_id} ${one.status}`
      if (!this.#examples.has(key)) this.#examples.set(key, one)
    }
  }

  /** What was found so many days ago, where this is found now. */
  before(now: readonly FindingRecord[], day: number): readonly FindingRecord[] {
    return now
      .filter(({ resource }) => (ages.get(resource.name) ?? day) >= day)
      .map((one) => (wasOtherwise(one, day) ? this.#otherwise(one) : one))
  }

  #otherwise(one: FindingRecord): FindingRecord {
    const status = one.status === 'FAIL' ? 'PASS' : 'FAIL'
    const example = this.#examples.get(`${one.check_id} ${status}`)
    const status_extended = example && saidOf(example, one)
    // The record that was judged then is not known.
    return status_extended === undefined
      ? one
      : { ...one, status, status_extended, raw_result: null }
  }
}
