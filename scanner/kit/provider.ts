import type { Setting, Settings } from './check.ts'
import type { Clock } from './clock.ts'
import type { EventsAsked, FoundEvents } from './events.ts'
import type { Http } from './http.ts'
import type { Service } from './service.ts'
import type { GapOutcome } from './unread.ts'
import type { Severity } from './verdict.ts'

/** The error of a scan that cannot start or of an invalid request: `code` for programs, `detail` for users. */
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

/** A scan configuration: the keys of the engine and the thresholds of checks. Unknown keys are kept. */
export type ScanConfig = Readonly<Record<string, unknown>>

/** A check's entry in the catalog: facts without texts. */
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

/** The facts of each check in a catalog file, by its id. */
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

/** Data that could not be read at sign-in and whose absence limits the whole scan. */
export interface SessionGap {
  readonly outcome: GapOutcome
  readonly action: string
  readonly sample: string | null
}

/** A signed-in account. Without global state: sessions of several accounts can run concurrently. */
export interface Session<Client> {
  readonly account: string
  readonly partition: string
  /** Regions to visit, the home region among them; empty if the provider has no regions. */
  readonly regions: readonly string[]
  /** The region for global services; '' if the provider has no regions. */
  readonly home: string
  readonly gaps: readonly SessionGap[]
  /**
   * Identifies the account if its uid is only a name that a user chose. Absent if the uid identifies the account, or if
   * the identity was not requested.
   */
  readonly identity?: string
  /** Permissions that a service needs and that the credentials are known to lack; absent if unknown. */
  readonly missing?: readonly string[]
  /** Finds `missing` if that takes additional API calls. Called by connection tests only. */
  findMissing?(signal: AbortSignal): Promise<readonly string[]>
  client(region: string, signal: AbortSignal): Client
}

/** The location of a named resource: its service, kind and region (null: a global service). */
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
  /** Identifies the owner of the secret: unique, and not chosen by the author of the secret. */
  readonly externalId: string
  /** True if the secret may also access the account of that identity itself. */
  readonly ownAccount: boolean
}

export interface OpenOptions {
  readonly uid: string | null
  readonly secret: unknown
  /** Null if the identity of this process must not be used. */
  readonly ambient: AmbientTerms | null
  /** True if a user of a server wrote the secret: the account must identify itself, and time limits are shorter. */
  readonly ofMember?: boolean
  readonly config: ScanConfig
  readonly http: Http
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A provider type. The engine receives it as an argument and refers to none by name. */
export interface Provider<Client> {
  readonly type: string
  readonly catalog: ReadonlyMap<string, CheckFacts>
  /** Services by name, loaded on demand. */
  readonly services: Readonly<Record<string, () => Promise<Service<Client>>>>
  /** Hosts that may be called without configuration by the operator, as suffixes: `.amazonaws.com`. */
  readonly hosts: readonly string[]
  /**
   * The only origin that a secret names for an account, for providers without fixed hosts: no other host is called.
   * Throws ScanProblem for an invalid secret.
   */
  readonly originOf?: (secret: unknown, uid: string | null) => URL
  /** Ports in addition to 443 that such an origin may have, unless the operator configured the origin. */
  readonly ports?: readonly string[]
  /** False: its accounts have no regions, and a configuration cannot select any. */
  readonly regions?: false
  /** The meaning of the thresholds of its checks and of the caps of its kinds. */
  readonly settings: Readonly<Record<string, SettingRule>>
  /**
   * Initial limits of concurrent calls, per API and region and per account, and of calls per second; `burst` of them
   * may start at once after a pause. The default of `burst` is one second's calls.
   */
  readonly limits: {
    readonly each: number
    readonly overall: number
    readonly perSecond: number
    readonly burst?: number
  }
  /** Defaults of this provider type for keys of a scan configuration. They replace the defaults of the engine. */
  readonly defaults?: Readonly<Partial<Record<'retries' | 'max_requests_per_second', number>>>
  /** The keys of a scan configuration that `open` reads, with their defaults. */
  readonly signInKeys?: Readonly<Record<string, SettingRule & { readonly default: Setting }>>
  /** The permissions of `open` that must be granted; any credentials have the rest. */
  readonly signInActions: readonly string[]
  open(options: OpenOptions): Promise<Session<Client>>
  /**
   * The API calls that require a permission, as `s3:ListBuckets`; absent if each call has the name of its permission.
   */
  readonly callsOf?: (action: string) => readonly string[]
  /** True if a secret has no credentials; absent if all secrets need them. */
  readonly usesAmbientIdentity?: (secret: unknown) => boolean
  /** Returns the locations whose checks evaluate this resource; empty if it is not a resource of this provider. */
  locate(uid: string): readonly Location[]
  /** Reads events of a resource from the provider's log; absent if the provider has no log. Throws CallProblem. */
  readonly events?: (
    session: Session<Client>,
    asked: EventsAsked,
    signal: AbortSignal,
  ) => Promise<FoundEvents>
}

export const provider = <Client>(text: Provider<Client>): Provider<Client> => text

/** The meaning of a setting and its accepted values. */
export interface SettingRule {
  /** The description for users. */
  readonly about: string
  readonly whole?: boolean
  readonly min?: number
  readonly max?: number
  /** Accepted list items, and their name in error messages: "ports". */
  readonly item?: { readonly is: (text: string) => boolean; readonly called: string }
  /** Accepted strings, and their name in error messages: "a region such as eu-west-1". An empty string is ignored. */
  readonly text?: { readonly is: (text: string) => boolean; readonly called: string }
}

/** The problem with a value, as the end of a sentence, and its index in a list; undefined if the value is valid. */
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

/** Returns a threshold for a check: the configured value if it has the default's type, else throws a ScanProblem. */
export function setting<T extends Settings[string]>(config: ScanConfig, key: string, normal: T): T {
  const problem = settingProblem(config[key], {}, normal)
  if (!problem) return (config[key] ?? normal) as T
  const detail = `The configuration key ${key} ${problem.detail}`
  throw new ScanProblem('invalid_configuration', detail)
}
