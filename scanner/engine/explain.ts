/** Explains a finding: the rule, the values that it evaluated, and the thresholds in effect. */
import type {
  Check,
  CheckFacts,
  Provider,
  ScanConfig,
  Service,
  Setting,
  Status,
} from '../kit/index.ts'
import { isUnreadValue, type UnreadValue, worst } from './finding.ts'
import { type CheckReference, type KindReference, referenceOf } from './reference.ts'

/** A stored finding. The fields of its record are plain data. */
export interface ExplainInput {
  readonly checkId: string
  /** The result of the scan, without later decisions of users. */
  readonly status: Status
  readonly rawResult: unknown
  /** The finding comes from a format that omits null values. */
  readonly areNullsLeftOut?: boolean
  readonly account: string
  readonly partition: string
  /** The time of the finding. */
  readonly time: Date
  /** The configuration that the scan used. */
  readonly config: ScanConfig
}

export interface Threshold {
  readonly name: string
  readonly value: Setting | null
  readonly default: Setting | null
  readonly about: string
}

export interface Explanation {
  readonly check: CheckReference
  /** Fields of the record: the ones that the rule read, or all that it may have read. */
  readonly values: readonly { readonly name: string; readonly value: unknown }[]
  /** True if evaluating these values again returns the same verdict. */
  readonly isRepeated: boolean
  /** Needed fields that the finding lacks because another scanner or another version reported it. */
  readonly missing: readonly string[]
  /** Fields of the record that could not be read; the rule did not need them. */
  readonly unread: readonly (UnreadValue & { readonly name: string })[]
  /** Lookups in other records. Findings do not contain these records. */
  readonly joined: readonly KindReference[]
  readonly thresholds: readonly Threshold[]
}

/** Finds a check by its current or a former id; undefined if it is not implemented. Loads its service. */
async function find<Client>(
  provider: Provider<Client>,
  id: string,
): Promise<{ readonly service: Service<Client>; readonly check: Check<never> } | undefined> {
  const facts: CheckFacts | undefined =
    provider.catalog.get(id) ??
    [...provider.catalog.values()].find(({ aliases }) => aliases.includes(id))
  const load = facts && Object.hasOwn(provider.services, facts.service)
  const service = load ? await provider.services[facts.service]?.() : undefined
  const check = service?.checks.find((one) => one.id === facts?.id)
  return service && check && { service, check }
}

/** Fields of every record, which are shown with the resource. */
const ofAll: ReadonlySet<string> = new Set(['uid', 'name', 'region', 'tags'])

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns undefined if the check is not implemented. */
export async function explain<Client>(
  provider: Provider<Client>,
  input: ExplainInput,
): Promise<Explanation | undefined> {
  const found = await find(provider, input.checkId)
  if (!found) return undefined
  const { service, check } = found
  const kept = isRecord(input.rawResult) ? input.rawResult : {}
  // A finding exists only if all needed fields were read, so an omitted field was null.
  const nulls = input.areNullsLeftOut ? check.needs.map((name) => [name, null]) : []
  const record: Fields = { ...Object.fromEntries(nulls), ...kept }
  const reference = referenceOf(provider, service, check)
  const [judged, ...joined] = reference.reads
  const looked = judgedAgain(check, record, input)
  const mayBeUnread = new Set(Object.keys(service.kinds[check.over]?.fields ?? {}))
  const isShown = (name: string): boolean =>
    looked ? looked.has(name) : check.needs.includes(name) || !mayBeUnread.has(name)
  const placeOf = (name: string): number => (check.needs.includes(name) ? 0 : 1)
  const fields = Object.entries(record)
    .filter(([name]) => !ofAll.has(name))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
  return {
    check: reference,
    values: fields
      .filter(([name, value]) => isShown(name) && !isUnreadValue(value))
      .map(([name, value]) => ({ name, value })),
    isRepeated: looked !== undefined,
    missing: (judged?.fields ?? [])
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(record, name)),
    unread: fields.flatMap(([name, value]) => (isUnreadValue(value) ? [{ name, ...value }] : [])),
    joined,
    thresholds: reference.settings.map((key) => ({
      ...key,
      value: (input.config[key.name] as Setting | undefined) ?? key.default,
    })),
  }
}

/**
 * Returns the fields that the rule reads when it evaluates the stored record again. Returns undefined if the verdict is
 * not the same: the check joins other records, or the stored record is incomplete.
 */
function judgedAgain(
  check: Check<never>,
  record: Fields,
  { areNullsLeftOut = false, status, account, partition, time, config }: ExplainInput,
): ReadonlySet<string> | undefined {
  if (Object.keys(check.joins).length > 0) return undefined
  const looked = new Set<string>()
  const watched = new Proxy(record, {
    get(fields, name) {
      if (typeof name === 'string') looked.add(name)
      return Reflect.get(fields, name) as unknown
    },
  })
  const settings = Object.entries(check.config).map(([name, normal]) => [
    name,
    config[name] ?? normal,
  ])
  try {
    const judgement = check.judge(watched as never, {
      now: time,
      account,
      partition,
      config: Object.fromEntries(settings) as Readonly<Record<string, Setting>>,
      joined: {},
    })
    const verdict = 'verdicts' in judgement ? worst(judgement.verdicts) : null
    const isWhole = [...looked].every((name) => ofAll.has(name) || Object.hasOwn(record, name))
    return verdict?.status === status && (isWhole || areNullsLeftOut) ? looked : undefined
  } catch {
    return undefined // for example, stored dates are strings
  }
}
