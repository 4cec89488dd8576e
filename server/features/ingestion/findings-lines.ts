/**
 * A file's findings as lines in the order in which they are recorded: by account, what several share first, then
 * by unit and key, of one key the newest first. Each line is a key of fixed length and JSON.
 */
import type { FileFinding, Suppressed } from '@plumbline/scanner/formats'
import { type CheckOfFile, FileChecks } from './file-checks.ts'
import { hashId } from '../../platform/ids.ts'
import {
  bodyKeyOf,
  bodyOf,
  cellsOf,
  type FindingCells,
  lowestKeyBeside,
  resourceKeyOf,
  type Staged,
  stagedFrom,
  stageFinding,
  stageResource,
  type StagedBody,
} from '../versions/index.ts'
import type { StagedResource } from '../resources/index.ts'
import { inChunks, LineSorter, type SortOptions } from './sort-lines.ts'

/** Keys of what an account shares that are remembered, so that it is not written a thousand times. */
const remembered = 50_000
/** Characters of the texts whose keys are known without a hash. */
const recentSize = 4_000_000
/** Units of one account: a file that names more is made to hurt. */
export const mostUnits = 5_000
/** Checks of one account: each has a row in the groups of findings. The largest scanners have a tenth of this. */
export const mostChecks = 10_000
/**
 * Characters of the names of an account's units and of their checks, which one transaction stores. An account with 80
 * services in 30 regions has about so many.
 */
export const mostOfNames = 1_000_000
/** Findings of one uid in a unit: one transaction records all of them, since the first of them owns the uid. */
export const mostOfOneUid = 2_000

export interface UnitSummary {
  readonly name: string
  readonly number: number
  readonly records: number
  /** Checks that the file names in it. */
  readonly checks: readonly string[]
}
export interface AccountSummary {
  readonly records: number
  /** Milliseconds. */
  readonly oldest: number
  readonly units: readonly UnitSummary[]
  /** Where its lines begin, in bytes, and where they end. */
  readonly from: number
  readonly until: number
}

/** The cells of a finding's line after its key. */
type LineCells = [...cells: FindingCells, record?: number, suppressed?: Suppressed | null]
const recordAt = 10
const suppressedAt = 11

/** The content of a line: something that findings share, or a finding with the time of its record in milliseconds. */
export type Line =
  | { readonly resource: StagedResource }
  | { readonly body: StagedBody }
  | { readonly check: CheckOfFile }
  | {
      readonly unit: number
      readonly time: number
      /** The index of its record in the file; null in lines of an earlier version, which had none. */
      readonly record: number | null
      /** Null: it is not suppressed; undefined: the line has an earlier format without it. */
      readonly suppressed: Suppressed | null | undefined
      readonly cells: LineCells
      readonly finding_key: string
    }

const kinds = { check: '0', resource: '1', body: '2', finding: '3' } as const
const idLength = 36
const accountLength = 4
const unitAt = accountLength + 1
const idAt = unitAt + 4
const timeAt = idAt + idLength
const keyLength = timeAt + 12
/** Later than any time of a record. */
const endOfTime = 2 ** 48 - 1

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
const lineKey = (
  account: number,
  kind: keyof typeof kinds,
  id: string,
  { unit = 0, time = 0 } = {},
): string =>
  hex(account, accountLength) + kinds[kind] + hex(unit, 4) + id + hex(endOfTime - time, 12)

export function readLine(line: string): Line {
  const id = line.slice(idAt, timeAt)
  const rest = line.slice(keyLength)
  const kind = line[accountLength]
  if (kind === kinds.resource) return { resource: JSON.parse(rest) as StagedResource }
  if (kind === kinds.check) return { check: JSON.parse(rest) as CheckOfFile }
  if (kind === kinds.body) return { body: { body_key: id, body: rest } }
  const unit = Number.parseInt(line.slice(unitAt, idAt), 16)
  const time = endOfTime - Number.parseInt(line.slice(timeAt, keyLength), 16)
  const cells = JSON.parse(rest) as LineCells
  const [record = null, suppressed] = [cells[recordAt], cells[suppressedAt]]
  return { unit, time, record, suppressed, finding_key: id, cells }
}

export const stagedOf = (
  { finding_key, cells }: Extract<Line, { readonly finding_key: string }>,
  unit: string,
  suppression: Staged['suppression'],
): Staged => ({
  ...stagedFrom(finding_key, unit, cells.slice(0, recordAt) as FindingCells),
  ...(suppression !== undefined && { suppression }),
})

interface Unit extends Pick<UnitSummary, 'name' | 'number'> {
  readonly checks: Set<string>
  records: number
}
interface NewestResource {
  /** Of the record, in milliseconds. */
  readonly time: number
  readonly content: string
}
class Account {
  records = 0
  /** Characters of its units and their checks. */
  names = 0
  oldest = Number.POSITIVE_INFINITY
  /** Where its lines begin among all of them, and where they end. */
  from = 0
  until = 0
  /** By their numbers. */
  readonly units: Unit[] = []
  readonly unitsByName = new Map<string, Unit>()
  readonly checks = new Set<string>()
  /** Keys of bodies that are written. */
  readonly bodies = new Set<string>()
  /** Resources by their keys, as the newest record of each has them. */
  readonly resources = new Map<string, NewestResource>()

  /** Counts a finding no more that was counted; returns its record. */
  leaveOut(line: string): number {
    const { unit: number, record } = readLine(line) as Extract<Line, { finding_key: string }>
    const unit = this.units[number] as Unit
    unit.records -= 1
    this.records -= 1
    return record as number
  }
}

/** Keys of the last texts: ten checks of one resource repeat what was read of it. */
class RecentKeys {
  readonly #keys = new Map<string, string>()
  #size = 0

  keyOf(text: string, make: () => string): string {
    const known = this.#keys.get(text)
    if (known !== undefined) return known
    if ((this.#size += text.length) > recentSize) {
      this.#keys.clear()
      this.#size = text.length
    }
    const key = make()
    this.#keys.set(text, key)
    return key
  }
}

export class FindingsLines {
  readonly #accounts: Account[] = []
  readonly #lines: LineSorter
  readonly #checks = new FileChecks()
  readonly #bodyKeys = new RecentKeys()
  readonly #resourceKeys = new RecentKeys()
  #last: { readonly raw: unknown; readonly body: StagedBody } | undefined

  constructor(options: Omit<SortOptions, 'keyLength'>) {
    this.#lines = new LineSorter({ ...options, keyLength })
  }

  /** Adds a finding of the record with this index. False: the account has too many units or checks already. */
  add(number: number, { finding, time, suppressed }: FileFinding, record: number): boolean {
    const account = (this.#accounts[number] ??= new Account())
    const name = `import/${finding.service}/${finding.region}`
    let unit = account.unitsByName.get(name)
    const { check_id } = finding
    const isNewCheck = !unit?.checks.has(check_id)
    const names = (unit ? 0 : name.length) + (isNewCheck ? check_id.length : 0)
    if (names > 0 && account.names + names > mostOfNames) return false
    if (account.checks.size >= mostChecks && !account.checks.has(check_id)) return false
    if (!unit) {
      if (account.units.length >= mostUnits) return false
      unit = { name, number: account.units.length, checks: new Set(), records: 0 }
      account.units.push(unit)
      account.unitsByName.set(name, unit)
    }
    account.names += names
    unit.records += 1
    unit.checks.add(check_id)
    account.checks.add(check_id)
    account.records += 1
    account.oldest = Math.min(account.oldest, time)
    const { resource } = finding
    const { uid, region } = resource
    const resource_key = this.#resourceKeys.keyOf(`${region}\n${uid}`, () =>
      resourceKeyOf(uid, region),
    )
    const { body, body_key } = this.#bodyOf(finding.raw_result)
    const place = { unit: unit.number, time: Math.floor(time) }
    const known = account.resources.get(resource_key)
    if (known === undefined || known.time < place.time) {
      const staged = stageResource(resource, resource_key)
      if (known?.content !== staged.content)
        this.#lines.add(
          lineKey(number, 'resource', resource_key, { time: place.time }),
          JSON.stringify(staged),
        )
      if (account.resources.size >= remembered) account.resources.clear()
      account.resources.set(resource_key, { time: place.time, content: staged.content })
    }
    if (isNew(account.bodies, body_key)) this.#lines.add(lineKey(number, 'body', body_key), body)
    const row = stageFinding(name, finding, { resource_key, body_key })
    this.#lines.add(
      lineKey(number, 'finding', row.finding_key, place),
      JSON.stringify([...cellsOf(row), record, suppressed ?? null] satisfies LineCells),
    )
    return true
  }

  /** Takes the texts about the check of a finding that was added. */
  describe(number: number, { finding, time }: FileFinding, record: unknown): void {
    this.#checks.add(number, { check_id: finding.check_id, time: Math.floor(time) }, record)
  }

  /** Findings of one record may share their evidence, which can be large: it is hashed once. */
  #bodyOf(raw: unknown): StagedBody {
    if (this.#last && this.#last.raw === raw) return this.#last.body
    const body = bodyOf(raw)
    const body_key = this.#bodyKeys.keyOf(body, () => bodyKeyOf(body))
    this.#last = { raw, body: { body, body_key } }
    return this.#last.body
  }

  /**
   * The whole content in its order; what is shared is there once, a resource as its newest record has it. Calls `refuse`
   * with the record of each finding that is left out because its unit has `mostOfOneUid` of its uid already.
   */
  content(refuse: (record: number) => void): Iterable<Buffer> {
    for (const { account, ...check } of this.#checks.all())
      this.#lines.add(lineKey(account, 'check', hashId([check.check_id])), JSON.stringify(check))
    return inChunks(this.#ordered(refuse))
  }

  *#ordered(refuse: (record: number) => void): Generator<Buffer> {
    let [at, last, count] = [0, '', 0]
    for (const { key, line } of this.#lines.sorted()) {
      const account = this.#accounts[Number.parseInt(key.slice(0, accountLength), 16)] as Account
      const isFinding = key[accountLength] === kinds.finding
      const id = key.slice(idAt, timeAt)
      // The lines of one uid follow each other, and so do those of a body or a resource.
      const group = key.slice(0, idAt) + (isFinding ? lowestKeyBeside(id) : id)
      count = group === last ? count + 1 : 1
      last = group
      if (count > (isFinding ? mostOfOneUid : 1)) {
        if (isFinding) refuse(account.leaveOut(line.toString()))
        continue
      }
      if (account.until === 0) account.from = at
      account.until = at += line.length
      yield line
    }
  }

  /** The accounts in the order of their numbers, once the content was read to its end. */
  summary(): AccountSummary[] {
    return this.#accounts.map(({ records, oldest, units, from, until }) => {
      const summaries = units.map((unit) => ({ ...unit, checks: [...unit.checks] }))
      return { records, oldest, units: summaries, from, until }
    })
  }

  close(): void {
    this.#lines.close()
  }
}

function isNew(written: Set<string>, key: string): boolean {
  if (written.has(key)) return false
  if (written.size >= remembered) written.clear()
  written.add(key)
  return true
}
