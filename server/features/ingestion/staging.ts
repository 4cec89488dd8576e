/**
 * A file's findings on disk as they will be recorded: apart by account and unit, what several share
 * apart again, so that each can be recorded in the order of its keys without holding the file.
 */
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FileFinding } from '@plumbline/scanner/formats'
import {
  cellsOf,
  type FindingCells,
  type Staged,
  stage,
  stagedFrom,
  type StagedBody,
  type StagedResource,
} from '../observations/index.ts'

/** Files that resources and bodies of an account are spread over, by the beginning of the key. */
export const sharedFiles = 64
/** Characters that are kept before all of them go to their files. */
const heldSize = 8_000_000
/** A unit's file beyond it is cut into parts, one of which is rows at a time: what has to wait as rows grows old. */
const partSize = 2 ** 20
const mostParts = 256
/** Keys of what an account shares that are remembered, so that it is not written a thousand times. */
const remembered = 50_000
/** Units of one account: a file that names more is made to hurt. */
const mostUnits = 5_000

/** A staged finding with the time of its record, in milliseconds. */
export interface TimedRow {
  readonly staged: Staged
  readonly time: number
}

export interface UnitSummary {
  readonly name: string
  readonly number: number
  readonly parts: number
  readonly records: number
  /** Checks that the file names in it. */
  readonly checks: readonly string[]
}
export interface AccountSummary {
  readonly records: number
  /** Milliseconds. */
  readonly oldest: number
  readonly units: readonly UnitSummary[]
}

interface Unit {
  readonly name: string
  readonly number: number
  readonly checks: Set<string>
  records: number
}
class Account {
  records = 0
  oldest = Number.POSITIVE_INFINITY
  readonly units = new Map<string, Unit>()
  readonly seen = new Set<string>()
}

const sharedFile = (kind: 'r' | 'b', account: number, key: string): string =>
  `${kind}${account}-${Number.parseInt(key.slice(0, 2), 16) >> 2}`
const unitFile = (account: number, unit: number): string => `u${account}-${unit}`

export class Staging {
  readonly #folder: string
  readonly #accounts: Account[] = []
  #held = new Map<string, string[]>()
  #size = 0

  /** `folder` is made anew: what an earlier reader left there is gone. */
  constructor(folder: string) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** False: the account has too many units already. */
  add(index: number, { finding, time }: FileFinding): boolean {
    const account = (this.#accounts[index] ??= new Account())
    const name = `import/${finding.service}/${finding.region}`
    let unit = account.units.get(name)
    if (!unit) {
      if (account.units.size >= mostUnits) return false
      unit = { name, number: account.units.size, checks: new Set(), records: 0 }
      account.units.set(name, unit)
    }
    unit.records += 1
    unit.checks.add(finding.check_id)
    account.records += 1
    account.oldest = Math.min(account.oldest, time)
    const isKnown = (rkey: string): boolean => account.seen.has(rkey)
    const { findings, resources, bodies } = stage(name, [finding], isKnown)
    for (const row of findings) this.#write(unitFile(index, unit.number), rowLine(row, time))
    for (const resource of resources) {
      if (this.#isNew(account, resource.rkey))
        this.#write(sharedFile('r', index, resource.rkey), JSON.stringify(resource))
    }
    for (const { body_key, body } of bodies) {
      if (this.#isNew(account, body_key))
        this.#write(sharedFile('b', index, body_key), body_key + body)
    }
    if (this.#size > heldSize) this.#flush()
    return true
  }

  #isNew({ seen }: Account, key: string): boolean {
    if (seen.has(key)) return false
    if (seen.size >= remembered) seen.clear()
    seen.add(key)
    return true
  }

  #write(file: string, line: string): void {
    const lines = this.#held.get(file)
    if (lines) lines.push(line)
    else this.#held.set(file, [line])
    this.#size += line.length
  }

  #flush(): void {
    for (const [file, lines] of this.#held)
      appendFileSync(join(this.#folder, file), `${lines.join('\n')}\n`, { mode: 0o600 })
    this.#held = new Map()
    this.#size = 0
  }

  /** Writes what is held and cuts large units; gives the accounts in the order of their numbers. */
  async finish(): Promise<AccountSummary[]> {
    this.#flush()
    const summaries: AccountSummary[] = []
    for (const [index, account] of this.#accounts.entries()) {
      account.seen.clear()
      const units: UnitSummary[] = []
      for (const { name, number, checks, records } of account.units.values()) {
        const parts = await this.#cut(unitFile(index, number))
        units.push({ name, number, parts, records, checks: [...checks] })
      }
      summaries.push({ records: account.records, oldest: account.oldest, units })
    }
    return summaries
  }

  /** Spreads a large unit over files by the first byte of its keys. */
  async #cut(file: string): Promise<number> {
    const path = join(this.#folder, file)
    const { size } = statSync(path)
    if (size <= partSize) {
      renameSync(path, `${path}.0`)
      return 1
    }
    const parts = Math.min(mostParts, 2 ** Math.ceil(Math.log2(size / partSize)))
    const width = 256 / parts
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const part = Math.floor(Number.parseInt(line.slice(2, 4), 16) / width)
      this.#write(`${file}.${part}`, line)
      if (this.#size > heldSize) this.#flush()
    }
    this.#flush()
    rmSync(path)
    return parts
  }
}

const rowLine = (row: Staged, time: number): string =>
  JSON.stringify([row.ukey, time, ...cellsOf(row)])

const linesOf = (path: string): string[] => {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split('\n').slice(0, -1)
}

/** One part of a unit, by key; of one key the newest record first. */
export function readRows(
  folder: string,
  place: { account: number; unit: UnitSummary; part: number },
): TimedRow[] {
  const { account, unit, part } = place
  const rows = linesOf(join(folder, `${unitFile(account, unit.number)}.${part}`)).map(
    (line): TimedRow => {
      const [ukey, time, ...cells] = JSON.parse(line) as [string, number, ...FindingCells]
      return { time, staged: stagedFrom(ukey, unit.name, cells) }
    },
  )
  return rows.sort((a, b) =>
    a.staged.ukey < b.staged.ukey ? -1 : a.staged.ukey > b.staged.ukey ? 1 : b.time - a.time,
  )
}

/** The first key of a part, or null behind the last. */
export function partStart(part: number, parts: number): string | null {
  if (part >= parts) return null
  const byte = Math.floor((256 / parts) * part)
  return `${byte.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`
}

/** Resources and bodies of one of an account's files; of several with one key the first. */
export function readShared(
  folder: string,
  account: number,
  file: number,
): { resources: StagedResource[]; bodies: StagedBody[] } {
  const resources = new Map<string, StagedResource>()
  for (const line of linesOf(join(folder, `r${account}-${file}`))) {
    const resource = JSON.parse(line) as StagedResource
    if (!resources.has(resource.rkey)) resources.set(resource.rkey, resource)
  }
  const bodies = new Map<string, string>()
  for (const line of linesOf(join(folder, `b${account}-${file}`)))
    bodies.set(line.slice(0, 36), line.slice(36))
  return {
    resources: [...resources.values()],
    bodies: [...bodies].map(([body_key, body]) => ({ body_key, body })),
  }
}
