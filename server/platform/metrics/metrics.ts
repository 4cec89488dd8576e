/** Counts and times of this process, and their text for Prometheus (format 0.0.4). */

/** Upper edges in seconds: requests are at the lower end, tasks and scans at the upper. */
const edges = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3_600] as const

export class Histogram {
  readonly #under = new Float64Array(edges.length + 1)
  #sum = 0

  observe(seconds: number): void {
    let at = 0
    while (at < edges.length && seconds > (edges[at] as number)) at += 1
    this.#under[at] = (this.#under[at] as number) + 1
    this.#sum += seconds
  }

  /** All buckets from the start: one that appears late is lost to a rate. */
  *samples(name: string, labels: readonly string[]): Generator<string> {
    let count = 0
    for (const [at, under] of this.#under.entries()) {
      count += under
      const bucket = `le="${edges[at] ?? '+Inf'}"`
      yield `${name}_bucket{${[...labels, bucket].join(',')}} ${count}`
    }
    const all = inBraces(labels)
    yield `${name}_sum${all} ${this.#sum}`
    yield `${name}_count${all} ${count}`
  }
}

const inBraces = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : `{${labels.join(',')}}`

/** A number now, and the values of its labels. */
export type Measured = readonly [value: number, ...labels: string[]]
export type Observe = (value: number, ...labels: string[]) => void

/** The values of one metric by the values of its labels, which are joined as they come: text is for the reader. */
class Labelled<T> {
  readonly #values = new Map<string, T>()
  readonly #names: readonly string[]
  readonly #make: () => T

  constructor(names: readonly string[], make: () => T) {
    this.#names = names
    this.#make = make
    if (names.length === 0) this.at([])
  }

  at(labels: readonly string[]): T {
    const key = labels.join('\0')
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const made = this.#make()
    this.#values.set(key, made)
    return made
  }

  *entries(): Generator<[labels: string[], value: T]> {
    for (const [key, value] of this.#values) yield [named(this.#names, key.split('\0')), value]
  }
}

/** A label's value as the format has it. */
const named = (names: readonly string[], values: readonly string[]): string[] =>
  names.map((name, at) => `${name}=${JSON.stringify(values[at] ?? '')}`)

interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: () => Iterable<string>
}

export class Metrics {
  readonly #families: Family[] = []

  /** A counter; the returned function adds to it. */
  counter(name: string, help: string, ...labels: string[]): Observe {
    const counts = new Labelled(labels, () => ({ count: 0 }))
    this.#families.push({
      name,
      type: 'counter',
      help,
      *samples() {
        for (const [labels, { count }] of counts.entries())
          yield `${name}${inBraces(labels)} ${count}`
      },
    })
    return (value, ...values) => void (counts.at(values).count += value)
  }

  /** What there is at the moment of reading. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Iterable<Measured>,
  ): void {
    this.#read({ name, help, type: 'gauge' }, labels, read)
  }

  /** A counter that another module keeps. */
  counted(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Iterable<Measured>,
  ): void {
    this.#read({ name, help, type: 'counter' }, labels, read)
  }

  #read(about: Omit<Family, 'samples'>, labels: readonly string[], read: () => Iterable<Measured>) {
    this.#families.push({
      ...about,
      *samples() {
        for (const [value, ...values] of read())
          yield `${about.name}${inBraces(named(labels, values))} ${value}`
      },
    })
  }

  /** A histogram in seconds; the returned function adds one observation. */
  histogram(name: string, help: string, ...labels: string[]): Observe {
    const histograms = new Labelled(labels, () => new Histogram())
    this.#families.push({
      name,
      type: 'histogram',
      help,
      *samples() {
        for (const [labels, one] of histograms.entries()) yield* one.samples(name, labels)
      },
    })
    return (seconds, ...values) => histograms.at(values).observe(seconds)
  }

  /** A histogram that another module keeps. */
  observed(name: string, help: string, histogram: Histogram): void {
    this.#families.push({
      name,
      type: 'histogram',
      help,
      samples: () => histogram.samples(name, []),
    })
  }

  text(): string {
    return this.#families
      .flatMap(({ name, type, help, samples }) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples(),
      ])
      .concat('')
      .join('\n')
  }
}
