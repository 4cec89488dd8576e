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
import { bodiesIn, findingsIn, keyAt, type PackedBatch, resourcesIn } from '../versions/index.ts'
import { allKeys, type Batch, inBatches, type Shared, type Slice, slices } from './batches.ts'

/** A unit's findings are in files by the first two digits of their keys. */
const digits = '0123456789abcdef'
const prefixes = [...digits].flatMap((high) => [...digits].map((low) => high + low))
const startOf = (prefix: string): string => prefix + allKeys.from.slice(2)

/**
 * Bytes of findings that are rows at once, about a batch's. Rows that wait for the database while
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
 * Memory that all units in flight share while they wait for their ends; beyond it the largest is written to files, so
 * that memory stays flat however large accounts grow.
 */
export class Spools {
  readonly #parent: string
  readonly #maxSize: number
  readonly #open = new Set<Spool>()

  /** `parent` is where files are stored, readable only by the server's user; `maxSize` counts bytes. */
  constructor(parent: string, maxSize = 8_000_000) {
    this.#parent = parent
    this.#maxSize = maxSize
  }

  open(unit: string): Spool {
    const spool = new Spool(unit, this.#parent, {
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

/** A unit is recorded within hours. What is older is of a process that was killed. */
const abandonedAfterMs = 24 * 3_600_000

function dropAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    const changed = statSync(folder, { throwIfNoEntry: false })
    if (changed && Date.now() - changed.mtimeMs > abandonedAfterMs)
      rmSync(folder, { recursive: true, force: true })
  }
}

/** A unit's findings until it ends: nothing of a unit is recorded before all of it was seen. */
export class Spool {
  readonly #unit: string
  readonly #parent: string
  readonly #owner: { grown(): void; closed(): void }
  readonly #checks = new Set<string>()
  #held: PackedBatch[] = []
  #size = 0
  #folder: string | undefined
  /** Times that rows were moved to files: parts of resources and bodies, with another one in memory. */
  #spills = 0

  constructor(unit: string, parent: string, owner: { grown(): void; closed(): void }) {
    this.#unit = unit
    this.#parent = parent
    this.#owner = owner
  }

  /** Bytes in memory. */
  get size(): number {
    return this.#size
  }

  add(batch: PackedBatch): void {
    for (const check of batch.checks) this.#checks.add(check)
    this.#held.push(batch)
    this.#size += batch.findings.length + batch.resources.length + batch.bodies.length
    this.#owner.grown()
  }

  /** What is in memory, by the names of files. */
  #named(): Map<string, Buffer> {
    const all = (kind: 'findings' | 'resources' | 'bodies'): Buffer =>
      Buffer.concat(this.#held.map((batch) => batch[kind]))
    const named = new Map([
      [`resources-${this.#spills}`, all('resources')],
      [`bodies-${this.#spills}`, all('bodies')],
    ])
    for (const [prefix, lines] of byPrefix(all('findings')))
      named.set(`findings-${prefix}`, Buffer.concat(lines))
    return named
  }

  /** Moves what is in memory to files. */
  spill(): void {
    if (!this.#folder) {
      mkdirSync(this.#parent, { recursive: true, mode: 0o700 })
      dropAbandoned(this.#parent)
      this.#folder = mkdtempSync(join(this.#parent, 'unit-'))
    }
    for (const [name, lines] of this.#named())
      appendFileSync(join(this.#folder, name), lines, { mode: 0o600 })
    this.#spills += 1
    this.#empty()
  }

  #empty(): void {
    this.#held = []
    this.#size = 0
  }

  /** The whole unit, in the order in which it is recorded. */
  batches(): Generator<Batch> {
    if (this.#folder) this.spill()
    const held = this.#named()
    const read = (name: string): Buffer => {
      const file = this.#folder && join(this.#folder, name)
      return file && existsSync(file) ? readFileSync(file) : (held.get(name) ?? Buffer.alloc(0))
    }
    return inBatches({ unit: this.#unit, shared: this.#shared(read), cut: this.#slices(read) })
  }

  *#shared(read: (name: string) => Buffer): Generator<Shared> {
    for (let part = 0; part <= this.#spills; part += 1)
      yield { resources: resourcesIn(read(`resources-${part}`)), bodies: [] }
    for (let part = 0; part <= this.#spills; part += 1)
      yield { resources: [], bodies: bodiesIn(read(`bodies-${part}`)) }
  }

  /** All slices in the order of their keys; together they cover every key there could be. */
  *#slices(read: (name: string) => Buffer): Generator<Slice> {
    let { from } = allKeys
    let lines: Buffer[] = []
    let size = 0
    for (const [at, prefix] of prefixes.entries()) {
      const some = read(`findings-${prefix}`)
      lines.push(some)
      size += some.length
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
    this.#owner.closed()
  }
}
