import { mkdirSync, mkdtempSync, appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Staged } from './observation.ts'
import { allKeys, type KeyRange, maxSlice, type Slice, slices } from './record.ts'

/** Findings of one unit that stay in memory; beyond it they wait in files. */
const maxInMemory = 4_000
/**
 * Files a unit is spread over, by the first bits of the key: each fits into memory by itself, and
 * fills a transaction as long as a unit has some hundred thousand findings.
 */
const buckets = 32

/** How many first bytes of a key fall into one file. */
const width = 256 / buckets
const bucketOf = (ukey: string): number => Math.floor(Number.parseInt(ukey.slice(0, 2), 16) / width)

const rangeOf = (bucket: number): KeyRange => {
  const start = (at: number): string =>
    `${(at * width).toString(16).padStart(2, '0')}000000${allKeys.from.slice(8)}`
  return { from: start(bucket), until: bucket + 1 < buckets ? start(bucket + 1) : null }
}

/**
 * A unit's findings until it ends: nothing of a unit is recorded before all of it was seen. Memory stays
 * flat however large the unit grows.
 */
export class Spool {
  readonly #parent: string
  #rows: Staged[] = []
  readonly #checks = new Set<string>()
  #folder: string | undefined

  /** `parent` is where a unit that is too large keeps its files, readable by nobody else. */
  constructor(parent: string) {
    this.#parent = parent
  }

  add(staged: readonly Staged[]): void {
    for (const row of staged) {
      this.#rows.push(row)
      this.#checks.add(row.check_id)
    }
    if (this.#rows.length > maxInMemory) this.#spill()
  }

  #spill(): void {
    if (!this.#folder) {
      mkdirSync(this.#parent, { recursive: true, mode: 0o700 })
      this.#folder = mkdtempSync(join(this.#parent, 'unit-'))
    }
    const lines = new Map<number, string[]>()
    for (const row of this.#rows) {
      const bucket = bucketOf(row.ukey)
      const known = lines.get(bucket)
      if (known) known.push(JSON.stringify(row))
      else lines.set(bucket, [JSON.stringify(row)])
    }
    for (const [bucket, rows] of lines) {
      appendFileSync(join(this.#folder, String(bucket)), `${rows.join('\n')}\n`, { mode: 0o600 })
    }
    this.#rows = []
  }

  #bucket(folder: string, at: number): Staged[] {
    const file = join(folder, String(at))
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Staged)
  }

  /** All slices in the order of their keys; together they cover every key there could be. */
  *slices(): Generator<Slice> {
    if (!this.#folder) return yield* slices(this.#rows)
    this.#spill()
    for (let at = 0; at < buckets; at += 1) {
      yield* slices(this.#bucket(this.#folder, at), rangeOf(at), maxSlice, this.#checks)
    }
  }

  close(): void {
    this.#rows = []
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }
}
