import type { Setting, Settings } from './check.ts'
import type { Clock } from './clock.ts'
import type { EventsAsked, FoundEvents } from './events.ts'
import type { Http } from './http.ts'
import type { Service } from './service.ts'
import type { GapOutcome } from './unread.ts'
import type { Severity } from './verdict.ts'

/** A scan that cannot start, or whose question makes no sense: `code` for programs, `detail` for people. */
export class ScanProblem extends Error {
  override readonly name = 'ScanProblem'
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
    this.detail = detail
  }
}

/** A scan configuration: the engine's own keys and the thresholds that checks name. Unknown keys are kept. */
export type ScanConfig = Readonly<Record<string, unknown>>

/** A check's entry in the catalog: facts, not sentences. */
export interface CheckFacts {
  readonly id: string
  readonly service: string
  readonly severity: Severity
  readonly resource_type: string
  readonly resource_group: string
  readonly categories: readonly string[]
  readonly config_keys: readonly string[]
  readonly aliases: readonly string[]
  readonly deprecated: boolean
}

/** Facts as in a catalog file: absent members are empty. */
export type CatalogRow = Omit<CheckFacts, 'severity' | 'config_keys' | 'aliases' | 'deprecated'> & {
  readonly severity: string
  readonly config_keys?: readonly string[]
  readonly aliases?: readonly string[]
  readonly deprecated?: boolean
}

/** The facts of each check of a catalogue file, by its id. */
export const catalogOf = (rows: readonly CatalogRow[]): ReadonlyMap<string, CheckFacts> =>
  new Map(
    rows.map((row) => [
      row.id,
      {
        config_keys: [],
        aliases: [],
        deprecated: false,
        ...row,
        severity: row.severity as Severity,
      },
    ]),
  )

/** Something that could not be learned at sign-in and that narrows the whole scan. */
export interface SessionGap {
  readonly outcome: GapOutcome
  readonly action: string
  readonly sample: string | null
}

/** A signed-in account. Has no global state: sessions of several accounts can run concurrently. */
export interface Session<Client> {
  readonly account: string
  readonly partition: string
  /** Regions to visit, the home region among them; empty if the provider has no regions. */
  readonly regions: readonly string[]
  /** The region for global services; '' if the provider has no regions. */
  readonly home: string
  readonly gaps: readonly SessionGap[]
  /**
   * Identifies the account where its uid is only a name that a user chose. Absent: the uid identifies the account, or
   * the identity was not requested.
   */
  readonly identity?: string
  /** Permissions that a service needs and that the credentials are known to lack; absent if unknown. */
  readonly missing?: readonly string[]
  /** Finds `missing` if that takes additional API calls. Called by connection tests only. */
  findMissing?(signal: AbortSignal): Promise<readonly string[]>
  client(region: string, signal: AbortSignal): Client
}

/** Where a named resource lives: which service and kind, and in which region (null: a global service). */
export interface Location {
  readonly service: string
  readonly kind: string
  readonly region: string | null
  readonly account: string | null
}

/**
 * The terms on which a secret without credentials may use the identity of this process. The author of such a secret can
 * name any account, so the account's policy must require `externalId`.
 */
export interface AmbientTerms {
  /** Whose secret it is: unique, and not chosen by its author. */
  readonly externalId: string
  /** Whether the account of that identity itself may be reached by it. */
  readonly ownAccount: boolean
}

export interface OpenOptions {
  readonly uid: string | null
  readonly secret: unknown
  /** Null: the identity of this process is not used. */
  readonly ambient: AmbientTerms | null
  /** Whether a member of a server wrote the secret: the account must identify itself, and has less time. */
  readonly ofMember?: boolean
  readonly config: ScanConfig
  readonly http: Http
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A kind of provider. The engine is handed one and knows none by name. */
export interface Provider<Client> {
  readonly type: string
  readonly catalog: ReadonlyMap<string, CheckFacts>
  /** Services by name, loaded when a scan wants them. */
  readonly services: Readonly<Record<string, () => Promise<Service<Client>>>>
  /** Hosts that may be called without the operator naming one, as suffixes: `.amazonaws.com`. */
  readonly hosts: readonly string[]
  /**
   * The one origin that a secret names for an account, for providers without fixed hosts: nothing else is called.
   * Throws ScanProblem for a secret that cannot be used.
   */
  readonly originOf?: (secret: unknown, uid: string | null) => URL
  /** Ports beside 443 that such an origin may have, unless the operator named the origin. */
  readonly ports?: readonly string[]
  /** False: its accounts have no regions, and no configuration chooses among them. */
  readonly regions?: false
  /** What the thresholds of its checks and the caps of its kinds mean. */
  readonly settings: Readonly<Record<string, SettingRule>>
  /**
   * Starting limits of concurrent calls, of one API in one region and of the whole account, and of calls a second;
   * `burst` of them may start at once after a pause, all of a second's where it is left out.
   */
  readonly limits: {
    readonly each: number
    readonly overall: number
    readonly perSecond: number
    readonly burst?: number
  }
  /** Defaults of this kind for keys of a scan configuration; they replace the defaults of the engine. */
  readonly defaults?: Readonly<Partial<Record<'retries' | 'max_requests_per_second', number>>>
  /** The keys of a scan configuration that `open` reads, with their defaults. */
  readonly signInKeys?: Readonly<Record<string, SettingRule & { readonly default: Setting }>>
  /** The permissions of `open`; what it needs beside them, any credentials have. */
  readonly signInActions: readonly string[]
  open(options: OpenOptions): Promise<Session<Client>>
  /** The calls that take a permission, as `s3:ListBuckets`; absent where each is named as its permission. */
  readonly callsOf?: (action: string) => readonly string[]
  /** Whether a secret has no credentials; absent if all secrets need them. */
  readonly usesAmbientIdentity?: (secret: unknown) => boolean
  /** Every place whose checks look at this resource; empty if it is not a resource of this provider. */
  locate(uid: string): readonly Location[]
  /** Reads events of a resource from the provider's log; absent without one. Throws CallProblem. */
  readonly events?: (
    session: Session<Client>,
    asked: EventsAsked,
    signal: AbortSignal,
  ) => Promise<FoundEvents>
}

export const provider = <Client>(text: Provider<Client>): Provider<Client> => text

/** What a setting means, and the values it takes. */
export interface SettingRule {
  /** A sentence for the user who sets it. */
  readonly about: string
  readonly whole?: boolean
  readonly min?: number
  readonly max?: number
  /** Which items a list may have, and what they are called in an error: "ports". */
  readonly item?: { readonly is: (text: string) => boolean; readonly called: string }
  /** Which text is accepted, and what it is called in an error: "a region such as eu-west-1". An empty text is ignored. */
  readonly text?: { readonly is: (text: string) => boolean; readonly called: string }
}

/** What is wrong with a value, as the end of a sentence, and where in a list; undefined when it fits. */
export function settingProblem(
  value: unknown,
  { whole, min, max, item, text }: Omit<SettingRule, 'about'>,
  normal: Setting,
): { readonly path: readonly number[]; readonly detail: string } | undefined {
  if (value === undefined || value === null) return undefined
  const wrong = (detail: string, ...path: number[]) => ({ path, detail })
  if (Array.isArray(normal)) {
    const list = `must be a list of ${item?.called ?? 'strings'}.`
    if (!Array.isArray(value)) return wrong(list)
    const at = value.findIndex((one) => typeof one !== 'string' || item?.is(one) === false)
    return at === -1 ? undefined : wrong(list, at)
  }
  if (text && typeof value === 'string' && value !== '' && !text.is(value))
    return wrong(`must be ${text.called}.`)
  if (typeof normal !== 'number')
    return typeof value === typeof normal ? undefined : wrong(`must be a ${typeof normal}.`)
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (!whole || Number.isSafeInteger(value)) &&
    value >= (min ?? value) &&
    value <= (max ?? value)
  const range =
    min === undefined ? '' : max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`
  return fits ? undefined : wrong(`must be a ${whole ? 'whole number' : 'number'}${range}.`)
}

/** A threshold for a check: the configured value when it is of the default's type, else a ScanProblem. */
export function setting<T extends Settings[string]>(config: ScanConfig, key: string, normal: T): T {
  const problem = settingProblem(config[key], {}, normal)
  if (!problem) return (config[key] ?? normal) as T
  const detail = `The configuration key ${key} ${problem.detail}`
  throw new ScanProblem('invalid_configuration', detail)
}
