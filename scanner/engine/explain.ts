/** Explains a finding: the rule, the values that it saw, and the thresholds in effect. */
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

/** A finding as it is kept: the fields of its record are data, wherever they have been since. */
export interface ExplainInput {
  readonly checkId: string
  /** The scan's result, without later decisions of users. */
  readonly status: Status
  readonly rawResult: unknown
  /** It came through a format that leaves out what is null. */
  readonly areNullsLeftOut?: boolean
  readonly account: string
  readonly partition: string
  /** When it was seen. */
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
  /** Fields of the record: those that the rule looked at, or all that it may have looked at. */
  readonly values: readonly { readonly name: string; readonly value: unknown }[]
  /** Whether judging these values again returns the same verdict. */
  readonly isRepeated: boolean
  /** Needed fields that the finding does not contain: another scanner has reported it, or another version. */
  readonly missing: readonly string[]
  /** Fields of the record that could not be read; the rule did without them. */
  readonly unread: readonly (UnreadValue & { readonly name: string })[]
  /** Looked up in other records, of which a finding keeps nothing. */
  readonly joined: readonly KindReference[]
  readonly thresholds: readonly Threshold[]
}

/** The check of an id, or of one that it had before; undefined where none is written. Loads its service. */
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

/** Of every record, and shown with the resource. */
const ofAll: ReadonlySet<string> = new Set(['uid', 'name', 'region', 'tags'])

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for a check that is not written. */
export async function explain<Client>(
  provider: Provider<Client>,
  input: ExplainInput,
): Promise<Explanation | undefined> {
  const found = await find(provider, input.checkId)
  if (!found) return undefined
  const { service, check } = found
  const kept = isRecord(input.rawResult) ? input.rawResult : {}
  // Without having read a needed field there would be no verdict.
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
 * The fields that the rule looks at when it judges the kept record once more. Undefined where it does not come to
 * the same verdict: it looked into other records too, or the record lacks something of what it was.
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
    return undefined // dates are texts by now, for instance
  }
}
