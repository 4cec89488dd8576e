import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Batch, Staged, StagedBody, StagedResource } from '../observations/index.ts'
import {
  allKeys,
  inPortions,
  type KeyRange,
  type Portion,
  type Shared,
  type Slice,
  slices,
} from './portion.ts'

/**
 * Files that findings of a unit are spread over, by the first bits of the key: each fits into memory
 * by itself as long as a unit has some hundred thousand findings.
 */
const buckets = 32
/** How many first bytes of a key fall into one file. */
const width = 256 / buckets
const bucketOf = (ukey: string): number => Math.floor(Number.parseInt(ukey.slice(0, 2), 16) / width)
const startOf = (bucket: number): string =>
  `${(bucket * width).toString(16).padStart(2, '0')}${allKeys.from.slice(2)}`

/** Characters that a finding takes beside its texts. */
const findingSize = 300
const keyLength = allKeys.from.length

/**
 * Memory that all units in flight share while they wait for their ends; beyond it the largest goes
 * to files, so that memory stays flat however large accounts grow.
 */
export class Spools {
  readonly #parent: string
  readonly #maxSize: number
  readonly #open = new Set<Spool>()

  /** `parent` is where files are kept, readable by nobody else; `maxSize` counts characters. */
  constructor(parent: string, maxSize = 8_000_000) {
    this.#parent = parent
    this.#maxSize = maxSize
  }

  open(): Spool {
    const spool = new Spool(this.#parent, {
      grown: () => this.#shrink(),
      closed: () => this.#open.delete(spool),
    })
    this.#open.add(spool)
    return spool
  }

  #shrink(): void {
    let size = 0
    for (const spool of this.#open) size += spool.size
    if (size <= this.#maxSize) return
    const [largest] = [...this.#open].sort((a, b) => b.size - a.size)
    largest?.spill()
  }
}

/** A unit's findings until it ends: nothing of a unit is recorded before all of it was seen. */
export class Spool {
  readonly #parent: string
  readonly #told: { grown(): void; closed(): void }
  readonly #checks = new Set<string>()
  #findings: Staged[] = []
  #resources: StagedResource[] = []
  #bodies: StagedBody[] = []
  #size = 0
  #folder: string | undefined
  #spills = 0

  constructor(parent: string, told: { grown(): void; closed(): void }) {
    this.#parent = parent
    this.#told = told
  }

  /** Characters in memory, about. */
  get size(): number {
    return this.#size
  }

  add({ findings, resources, bodies }: Batch): void {
    for (const finding of findings) {
      this.#findings.push(finding)
      this.#checks.add(finding.check_id)
      this.#size += findingSize + finding.uid.length + finding.status_extended.length
    }
    for (const resource of resources) this.#size += findingSize + (resource.metadata?.length ?? 0)
    for (const { body } of bodies) this.#size += keyLength + body.length
    this.#resources.push(...resources)
    this.#bodies.push(...bodies)
    this.#told.grown()
  }

  /** Moves what is in memory to files. */
  spill(): void {
    if (!this.#folder) {
      mkdirSync(this.#parent, { recursive: true, mode: 0o700 })
      this.#folder = mkdtempSync(join(this.#parent, 'unit-'))
    }
    const byBucket = Map.groupBy(this.#findings, ({ ukey }) => bucketOf(ukey))
    for (const [bucket, rows] of byBucket)
      this.#append(
        `findings-${bucket}`,
        rows.map((row) => JSON.stringify(row)),
      )
    const part = this.#spills++
    this.#append(
      `resources-${part}`,
      this.#resources.map((resource) => JSON.stringify(resource)),
    )
    this.#append(
      `bodies-${part}`,
      this.#bodies.map(({ body_key, body }) => body_key + body),
    )
    this.#empty()
  }

  #append(name: string, lines: readonly string[]): void {
    if (lines.length === 0) return
    appendFileSync(join(this.#folder as string, name), `${lines.join('\n')}\n`, { mode: 0o600 })
  }

  #lines(name: string): string[] {
    const file = join(this.#folder as string, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  }

  #empty(): void {
    this.#findings = []
    this.#resources = []
    this.#bodies = []
    this.#size = 0
  }

  /** The whole unit, in the order in which it is recorded. */
  portions(): Generator<Portion> {
    if (this.#folder) this.spill()
    return inPortions(this.#shared(), this.#slices())
  }

  *#shared(): Generator<Shared> {
    if (!this.#folder) return yield { resources: this.#resources, bodies: this.#bodies }
    for (let part = 0; part < this.#spills; part += 1) {
      const resources = this.#lines(`resources-${part}`).map(
        (line) => JSON.parse(line) as StagedResource,
      )
      yield { resources, bodies: [] }
    }
    for (let part = 0; part < this.#spills; part += 1) {
      const bodies = this.#lines(`bodies-${part}`).map((line) => ({
        body_key: line.slice(0, keyLength),
        body: line.slice(keyLength),
      }))
      yield { resources: [], bodies }
    }
  }

  /** All slices in the order of their keys; together they cover every key there could be. */
  *#slices(): Generator<Slice> {
    if (!this.#folder) return yield* slices(this.#findings, { checks: this.#checks })
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const rows = this.#lines(`findings-${bucket}`).map((line) => JSON.parse(line) as Staged)
      const until = bucket + 1 < buckets ? startOf(bucket + 1) : null
      const range: KeyRange = { from: startOf(bucket), until }
      yield* slices(rows, { range, checks: this.#checks })
    }
  }

  close(): void {
    this.#empty()
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
    this.#told.closed()
  }
}
