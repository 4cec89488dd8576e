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

export class Counters {
  /** Bytes written to sockets; a field of its own because every single write counts. */
  bytes = 0
  readonly #values = new Map<string, number>()

  add(name: string, amount = 1): void {
    this.#values.set(name, (this.#values.get(name) ?? 0) + amount)
  }

  /** One observation of a duration: cumulative buckets, a sum and a count. */
  observe(name: string, seconds: number): void {
    const taken = Math.max(0, seconds)
    for (const edge of bucketEdges) if (taken <= edge) this.add(`${name}_bucket{le="${edge}"}`)
    this.add(`${name}_bucket{le="+Inf"}`)
    this.add(`${name}_sum`, taken)
    this.add(`${name}_count`)
  }

  read(): Record<string, number> {
    return Object.fromEntries(this.#values)
  }
}
