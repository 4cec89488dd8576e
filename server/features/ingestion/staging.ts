/**
 * A file's findings on disk as they will be recorded: apart by account and unit, what several share
 * apart again, so that each can be recorded in the order of its keys without holding the file.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFinding } from '@plumbline/scanner/formats'
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
/** Keys of what an account shares that are remembered, so that it is not written a thousand times. */
const remembered = 50_000
/** Characters of resources and records whose keys are known without a hash. */
const recentSize = 2_000_000
/** Units of one account that a reader takes: a file that names more is made to hurt. */
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
/** What a reader has staged of a unit; `bytes` are those of its lines. */
export interface StagedUnit extends Pick<UnitSummary, 'name' | 'records' | 'checks'> {
  readonly bytes: number
}
export interface StagedSummary {
  readonly records: number
  /** Milliseconds. */
  readonly oldest: number
  readonly units: readonly StagedUnit[]
}

interface Unit {
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

const linesFile = 'lines'
const indexFile = (account: number): string => `index-${account}`
const accountsFile = 'accounts'

/** Where one reader of the file stages what it reads. */
export const readerFolder = (folder: string, reader: number): string => join(folder, String(reader))

/** Where an account is staged: the reader, and the account's number there. */
export interface StagedAt {
  readonly reader: number
  readonly account: number
}

/** Keeps where each account of the file is staged, in the order of their parts. */
export const keepAccounts = (folder: string, accounts: readonly (readonly StagedAt[])[]): void =>
  writeFileSync(join(folder, accountsFile), JSON.stringify(accounts), { mode: 0o600 })

export class Staging {
  readonly #folder: string
  readonly #accounts: Account[] = []
  readonly #lines: LineWriter
  #recentSize = 0

  /** `folder` is made anew: what an earlier reader left there is gone. */
  constructor(folder: string) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#lines = new LineWriter(join(folder, linesFile))
  }

  /** False: the account has too many units already. */
  add(index: number, { finding, time }: FileFinding): boolean {
    const account = (this.#accounts[index] ??= new Account())
    const name = `import/${finding.service}/${finding.region}`
    let unit = account.units.get(name)
    if (!unit) {
      if (account.units.size >= mostUnits) return false
      unit = { checks: new Set(), lines: this.#linesOf(index, name), records: 0 }
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
  finish(): StagedSummary[] {
    const indexes = this.#accounts.map((): LineIndex => ({}))
    for (const [name, blocks] of this.#lines.end()) {
      const [account = '', of = ''] = name.split(' ')
      const index = indexes[Number(account)]
      if (index) index[of] = blocks
    }
    return this.#accounts.map(({ records, oldest, units }, number) => {
      const index = indexes[number] ?? {}
      writeFileSync(join(this.#folder, indexFile(number)), JSON.stringify(index), { mode: 0o600 })
      const staged = [...units].map(([name, { checks, records }]) => {
        return { name, records, checks: [...checks], bytes: bytesOf(index[name] ?? []) }
      })
      return { records, oldest, units: staged }
    })
  }
}

/** The first key of a part, or null behind the last. */
export function partStart(part: number, parts: number): string | null {
  if (part >= parts) return null
  const byte = Math.floor((256 / parts) * part)
  return `${byte.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`
}

/** What is staged of one account of a file, by all of its readers. */
export class StagedAccount {
  readonly #staged: readonly { readonly lines: string; readonly index: LineIndex }[]

  constructor(folder: string, part: number) {
    const accounts = JSON.parse(readFileSync(join(folder, accountsFile), 'utf8')) as StagedAt[][]
    this.#staged = (accounts[part] ?? []).map(({ reader, account }) => {
      const own = readerFolder(folder, reader)
      const index = JSON.parse(readFileSync(join(own, indexFile(account)), 'utf8')) as LineIndex
      return { lines: join(own, linesFile), index }
    })
  }

  #read(name: string, range: KeyRange): [key: string, rest: string][] {
    return this.#staged.flatMap(({ lines, index }) => readLines(lines, index[name] ?? [], range))
  }

  /** Rows of a unit in a range of keys, by key; of one key the newest record first. */
  rows({ name }: UnitSummary, range: KeyRange): TimedRow[] {
    const rows = this.#read(name, range).map(([ukey, rest]): TimedRow => {
      const [time, ...cells] = JSON.parse(rest) as [number, ...FindingCells]
      return { time, staged: stagedFrom(ukey, name, cells) }
    })
    return rows.sort((a, b) =>
      a.staged.ukey < b.staged.ukey ? -1 : a.staged.ukey > b.staged.ukey ? 1 : b.time - a.time,
    )
  }

  /** Resources and bodies of one of the parts; of several with one key the first that a reader has met. */
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
