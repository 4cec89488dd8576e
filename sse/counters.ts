// Counts as plain numbers, named as Prometheus names them, without a tenant anywhere.

/** Upper edges of the buckets of every duration, in seconds. */
export const bucketEdges = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 60, 600, 3600,
] as const

/** `name{label="value"}`. */
export const labelled = (name: string, labels: Readonly<Record<string, string>>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(',')}}`

/** Observations of one duration: how many fell under each edge, and their sum. */
class Histogram {
  readonly #under = new Float64Array(bucketEdges.length + 1)
  #sum = 0

  observe(seconds: number): void {
    const at = bucketEdges.findIndex((edge) => seconds <= edge)
    const index = at < 0 ? bucketEdges.length : at
    this.#under[index] = (this.#under[index] ?? 0) + 1
    this.#sum += seconds
  }

  /** Cumulative buckets, a sum and a count. */
  *read(name: string): Generator<[string, number]> {
    let count = 0
    for (const [index, under] of this.#under.entries()) {
      count += under
      const edge = bucketEdges[index] ?? '+Inf'
      if (count > 0) yield [`${name}_bucket{le="${edge}"}`, count]
    }
    yield [`${name}_sum`, this.#sum]
    yield [`${name}_count`, count]
  }
}

export class Counters {
  /** Bytes written to sockets; a separate field because every write updates it. */
  bytes = 0
  readonly #values = new Map<string, number>()
  readonly #histograms = new Map<string, Histogram>()

  add(name: string, amount = 1): void {
    this.#values.set(name, (this.#values.get(name) ?? 0) + amount)
  }

  observe(name: string, seconds: number): void {
    const known = this.#histograms.get(name) ?? new Histogram()
    known.observe(Math.max(0, seconds))
    this.#histograms.set(name, known)
  }

  read(): Record<string, number> {
    const observed = [...this.#histograms].flatMap(([name, one]) => [...one.read(name)])
    return Object.fromEntries([...this.#values, ...observed])
  }
}
