import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  bodiesIn,
  findingsIn,
  keyAt,
  type PackedBatch,
  resourcesIn,
} from '../observations/index.ts'
import { allKeys, inPortions, type Portion, type Shared, type Slice, slices } from './batches.ts'

/** A unit's findings lie apart by the first two digits of their keys. */
const digits = '0123456789abcdef'
const prefixes = [...digits].flatMap((high) => [...digits].map((low) => high + low))
const startOf = (prefix: string): string => prefix + allKeys.from.slice(2)

/**
 * Bytes of findings that are rows at once, about a portion's. Rows that wait for the database while
 * others do grow old, and what has grown old stays in memory for long.
 */
const rowsSize = 600_000

const newline = 10

/** Lines of findings by the first digits of their keys; nothing else of them is read. */
function byPrefix(lines: Buffer): Map<string, Buffer[]> {
  const found = new Map<string, Buffer[]>()
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(newline, start) + 1
    const prefix = lines.toString('latin1', start + keyAt, start + keyAt + 2)
    const some = found.get(prefix)
    if (some) some.push(lines.subarray(start, end))
    else found.set(prefix, [lines.subarray(start, end)])
    start = end
  }
  return found
}

/**
 * Memory that all units in flight share while they wait for their ends; beyond it the largest goes
 * to files, so that memory stays flat however large accounts grow.
 */
export class Spools {
  readonly #parent: string
  readonly #maxSize: number
  readonly #open = new Set<Spool>()

  /** `parent` is where files are kept, readable by nobody else; `maxSize` counts bytes. */
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

/** A unit is recorded within hours. What is older was left behind by a process that was killed. */
const leftMs = 24 * 3_600_000

function dropLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    const changed = statSync(folder, { throwIfNoEntry: false })
    if (changed && Date.now() - changed.mtimeMs > leftMs)
      rmSync(folder, { recursive: true, force: true })
  }
}

/** A unit's findings until it ends: nothing of a unit is recorded before all of it was seen. */
export class Spool {
  readonly #parent: string
  readonly #told: { grown(): void; closed(): void }
  readonly #checks = new Set<string>()
  #held: PackedBatch[] = []
  #size = 0
  #folder: string | undefined
  #spills = 0

  constructor(parent: string, told: { grown(): void; closed(): void }) {
    this.#parent = parent
    this.#told = told
  }

  /** Bytes in memory. */
  get size(): number {
    return this.#size
  }

  add(batch: PackedBatch): void {
    for (const check of batch.checks) this.#checks.add(check)
    this.#held.push(batch)
    this.#size += batch.findings.length + batch.resources.length + batch.bodies.length
    this.#told.grown()
  }

  /** Moves what is in memory to files. */
  spill(): void {
    if (!this.#folder) {
      mkdirSync(this.#parent, { recursive: true, mode: 0o700 })
      dropLeft(this.#parent)
      this.#folder = mkdtempSync(join(this.#parent, 'unit-'))
    }
    for (const [prefix, lines] of byPrefix(this.#all('findings')))
      this.#append(`findings-${prefix}`, Buffer.concat(lines))
    const part = this.#spills++
    this.#append(`resources-${part}`, this.#all('resources'))
    this.#append(`bodies-${part}`, this.#all('bodies'))
    this.#empty()
  }

  #all(kind: 'findings' | 'resources' | 'bodies'): Buffer {
    return Buffer.concat(this.#held.map((batch) => batch[kind]))
  }

  #append(name: string, lines: Buffer): void {
    if (lines.length === 0) return
    appendFileSync(join(this.#folder as string, name), lines, { mode: 0o600 })
  }

  #file(name: string): Buffer {
    const file = join(this.#folder as string, name)
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  }

  #empty(): void {
    this.#held = []
    this.#size = 0
  }

  /** The whole unit, in the order in which it is recorded. */
  portions(): Generator<Portion> {
    if (this.#folder) this.spill()
    return inPortions(this.#shared(), this.#slices())
  }

  *#shared(): Generator<Shared> {
    if (!this.#folder) {
      const resources = resourcesIn(this.#all('resources'))
      return yield { resources, bodies: bodiesIn(this.#all('bodies')) }
    }
    for (let part = 0; part < this.#spills; part += 1)
      yield { resources: resourcesIn(this.#file(`resources-${part}`)), bodies: [] }
    for (let part = 0; part < this.#spills; part += 1)
      yield { resources: [], bodies: bodiesIn(this.#file(`bodies-${part}`)) }
  }

  /** All slices in the order of their keys; together they cover every key there could be. */
  *#slices(): Generator<Slice> {
    const held = byPrefix(this.#all('findings'))
    let from = allKeys.from
    let lines: Buffer[] = []
    let size = 0
    for (const [at, prefix] of prefixes.entries()) {
      const some = this.#folder ? [this.#file(`findings-${prefix}`)] : (held.get(prefix) ?? [])
      lines.push(...some)
      size += some.reduce((sum, { length }) => sum + length, 0)
      const next = prefixes[at + 1]
      if (next && size < rowsSize) continue
      const until = next ? startOf(next) : null
      yield* slices(findingsIn(Buffer.concat(lines)), {
        range: { from, until },
        checks: this.#checks,
      })
      from = until ?? from
      lines = []
      size = 0
    }
  }

  close(): void {
    this.#empty()
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
    this.#told.closed()
  }
}
