/**
 * A file's findings on disk as they will be recorded: apart by account and unit, what several share
 * apart again, so that each can be recorded in the order of its keys without holding the file.
 */
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileFinding, FileProblem } from '@plumbline/scanner/formats'
import {
  bodyKeyOf,
  bodyOf,
  cellsOf,
  type FindingCells,
  rkeyOf,
  type Staged,
  stagedFrom,
  stageFinding,
  stageResource,
  type StagedBody,
  type StagedResource,
} from '../observations/index.ts'
import { allKeys, type KeyRange } from '../findings/index.ts'
import { bytesOf, type LineIndex, type Lines, LineWriter, readLines } from './packed-lines.ts'

/** Parts that resources and bodies of an account are spread over, by the beginning of the key. */
export const sharedParts = 64
/** A unit beyond it is cut into parts, one of which is rows at a time: what has to wait as rows grows old. */
const partSize = 2 ** 20
const mostParts = 256
/** Keys of what an account shares that are remembered, so that it is not written a thousand times. */
const remembered = 50_000
/** Characters of resources and records whose keys are known without a hash. */
const recentSize = 4_000_000
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
  readonly lines: Lines
  records: number
}
class Account {
  records = 0
  oldest = Number.POSITIVE_INFINITY
  readonly units = new Map<string, Unit>()
  readonly seen = new Set<string>()
  /** Keys of resources, by region and uid, and of bodies, by their text. */
  readonly recent: Readonly<Record<SharedKind, Map<string, string>>> = {
    r: new Map(),
    b: new Map(),
  }
}

/** What findings share: resources and bodies. */
type SharedKind = 'r' | 'b'
const sharedName = (kind: SharedKind, part: number): string => `${kind}${part}`
const partOf = (key: string): number => Number.parseInt(key.slice(0, 2), 16) >> 2
const unitName = (unit: number): string => `u${unit}`

const linesFile = 'lines'
const indexFile = (account: number): string => `index-${account}`

export class Staging {
  readonly #folder: string
  readonly #accounts: Account[] = []
  readonly #lines: LineWriter
  #recentSize = 0

  /**
   * `folder` is made anew: what an earlier reader left there is gone. A FileProblem is thrown where less than
   * `freeBytes` of its disk would stay free.
   */
  constructor(folder: string, freeBytes: number) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const room = (bytes: number): void => {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize - bytes >= freeBytes) return
      throw new FileProblem(
        'no_space',
        'There is no room on our side to read the file. Send it later.',
      )
    }
    this.#lines = new LineWriter(join(folder, linesFile), { room })
  }

  /** Of a file that is not recorded nothing is left. */
  drop(): void {
    this.#lines.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** False: the account has too many units already. */
  add(index: number, { finding, time }: FileFinding): boolean {
    const account = (this.#accounts[index] ??= new Account())
    const name = `import/${finding.service}/${finding.region}`
    let unit = account.units.get(name)
    if (!unit) {
      const number = account.units.size
      if (number >= mostUnits) return false
      const lines = this.#linesOf(index, unitName(number))
      unit = { name, number, checks: new Set(), lines, records: 0 }
      account.units.set(name, unit)
    }
    unit.records += 1
    unit.checks.add(finding.check_id)
    account.records += 1
    account.oldest = Math.min(account.oldest, time)
    const rkey = this.#resourceKey(index, account, finding.resource)
    const body_key = this.#bodyKey(index, account, bodyOf(finding.raw_result))
    const row = stageFinding(name, finding, { rkey, body_key })
    this.#lines.add(unit.lines, row.ukey, JSON.stringify([time, ...cellsOf(row)]))
    return true
  }

  #linesOf(account: number, name: string): Lines {
    return this.#lines.of(`${account} ${name}`)
  }

  #resourceKey(
    index: number,
    account: Account,
    resource: FileFinding['finding']['resource'],
  ): string {
    const { uid, region } = resource
    return this.#keyOf(account.recent.r, `${region}\n${uid}`, () => {
      const rkey = rkeyOf(uid, region)
      if (this.#isNew(account, rkey)) {
        const lines = this.#linesOf(index, sharedName('r', partOf(rkey)))
        this.#lines.add(lines, rkey, JSON.stringify(stageResource(resource, rkey)))
      }
      return rkey
    })
  }

  #bodyKey(index: number, account: Account, body: string): string {
    return this.#keyOf(account.recent.b, body, () => {
      const body_key = bodyKeyOf(body)
      if (this.#isNew(account, body_key))
        this.#lines.add(this.#linesOf(index, sharedName('b', partOf(body_key))), body_key, body)
      return body_key
    })
  }

  /** What is staged again soon, as one resource is by ten checks, is neither hashed nor looked for again. */
  #keyOf(recent: Map<string, string>, text: string, make: () => string): string {
    const known = recent.get(text)
    if (known !== undefined) return known
    const key = make()
    this.#recentSize += text.length
    if (this.#recentSize > recentSize) this.#forget()
    recent.set(text, key)
    return key
  }

  #forget(): void {
    for (const { recent } of this.#accounts) {
      recent.r.clear()
      recent.b.clear()
    }
    this.#recentSize = 0
  }

  #isNew({ seen }: Account, key: string): boolean {
    if (seen.has(key)) return false
    if (seen.size >= remembered) seen.clear()
    seen.add(key)
    return true
  }

  /** Writes what is held, and where it lies; gives the accounts in the order of their numbers. */
  finish(): AccountSummary[] {
    const indexes = this.#accounts.map((): LineIndex => ({}))
    for (const [name, blocks] of this.#lines.end()) {
      const [account = '', of = ''] = name.split(' ')
      const index = indexes[Number(account)]
      if (index) index[of] = blocks
    }
    return this.#accounts.map((account, number) => {
      const index = indexes[number] ?? {}
      writeFileSync(join(this.#folder, indexFile(number)), JSON.stringify(index), { mode: 0o600 })
      const { records, oldest } = account
      const units = [...account.units.values()].map(({ name, number, checks, records }) => {
        const parts = partsOf(bytesOf(index[unitName(number)] ?? []))
        return { name, number, parts, records, checks: [...checks] }
      })
      return { records, oldest, units }
    })
  }
}

/** A large unit is read in parts, by the first byte of its keys. */
const partsOf = (bytes: number): number =>
  bytes <= partSize ? 1 : Math.min(mostParts, 2 ** Math.ceil(Math.log2(bytes / partSize)))

/** The first key of a part, or null behind the last. */
export function partStart(part: number, parts: number): string | null {
  if (part >= parts) return null
  const byte = Math.floor((256 / parts) * part)
  return `${byte.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`
}

/** What is staged of one account of a file. */
export class StagedAccount {
  readonly #lines: string
  readonly #index: LineIndex

  constructor(folder: string, account: number) {
    this.#lines = join(folder, linesFile)
    this.#index = JSON.parse(readFileSync(join(folder, indexFile(account)), 'utf8')) as LineIndex
  }

  #read(name: string, range: KeyRange): [key: string, rest: string][] {
    return readLines(this.#lines, this.#index[name] ?? [], range)
  }

  /** Rows of a unit in a range of keys, by key; of one key the newest record first. */
  rows({ name, number }: UnitSummary, range: KeyRange): TimedRow[] {
    const rows = this.#read(unitName(number), range).map(([ukey, rest]): TimedRow => {
      const [time, ...cells] = JSON.parse(rest) as [number, ...FindingCells]
      return { time, staged: stagedFrom(ukey, name, cells) }
    })
    return rows.sort((a, b) =>
      a.staged.ukey < b.staged.ukey ? -1 : a.staged.ukey > b.staged.ukey ? 1 : b.time - a.time,
    )
  }

  /** Resources and bodies of one of the parts; of several with one key the first. */
  shared(part: number): { resources: StagedResource[]; bodies: StagedBody[] } {
    const resources = new Map<string, StagedResource>()
    for (const [rkey, rest] of this.#read(sharedName('r', part), allKeys))
      if (!resources.has(rkey)) resources.set(rkey, JSON.parse(rest) as StagedResource)
    const bodies = new Map(this.#read(sharedName('b', part), allKeys))
    return {
      resources: [...resources.values()],
      bodies: [...bodies].map(([body_key, body]) => ({ body_key, body })),
    }
  }
}
