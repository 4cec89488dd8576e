import type { Settings } from './check.ts'
import type { Clock } from './clock.ts'
import type { EventsAsked, EventsTold } from './events.ts'
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

/** What the catalogue says of a check: facts, not sentences. */
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

/** Something that could not be learned at sign-in and that narrows the whole scan. */
export interface SessionGap {
  readonly outcome: GapOutcome
  readonly action: string
  readonly sample: string | null
}

/** A signed-in account. Holds no global state: two sessions of two accounts live side by side. */
export interface Session<Client> {
  readonly account: string
  readonly partition: string
  /** Regions to visit, the home region among them. */
  readonly regions: readonly string[]
  /** Where global services are asked. */
  readonly home: string
  readonly gaps: readonly SessionGap[]
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
 * On which terms a secret without credentials of its own may use the identity of this process. Whoever
 * writes such secrets names any account he likes; the account's own policy has to ask for `externalId`.
 */
export interface AmbientTerms {
  /** Whose secret it is: unique, and not chosen by him. */
  readonly externalId: string
  /** Whether the account of that identity itself may be reached by it. */
  readonly ownAccount: boolean
}

export interface OpenOptions {
  readonly uid: string | null
  readonly secret: unknown
  /** Null: the identity of this process is not used. */
  readonly ambient: AmbientTerms | null
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
  /** Hosts that calls may go to without the operator naming one, as suffixes: `.amazonaws.com`. */
  readonly hosts: readonly string[]
  /** Starting limits of concurrent calls: of one API in one region, and of the whole account. */
  readonly limits: { readonly each: number; readonly overall: number; readonly perSecond: number }
  open(options: OpenOptions): Promise<Session<Client>>
  /** Whether a secret has no credentials of its own; absent where none does without. */
  readonly usesAmbientIdentity?: (secret: unknown) => boolean
  /** Every place whose checks look at this resource; none for what is no resource of this provider. */
  locate(uid: string): readonly Location[]
  /** What its own log tells of a resource; absent where no log is asked. Throws CallProblem. */
  readonly events?: (
    session: Session<Client>,
    asked: EventsAsked,
    signal: AbortSignal,
  ) => Promise<EventsTold>
}

export const provider = <Client>(text: Provider<Client>): Provider<Client> => text

/** A threshold for a check: the configured value when it is of the default's type, else a ScanProblem. */
export function setting<T extends Settings[string]>(config: ScanConfig, key: string, normal: T): T {
  const given = config[key]
  if (given === undefined || given === null) return normal
  const fits = Array.isArray(normal)
    ? Array.isArray(given) && given.every((item) => typeof item === 'string')
    : typeof given === typeof normal && (typeof given !== 'number' || Number.isFinite(given))
  if (fits) return given as T
  const wanted = Array.isArray(normal) ? 'a list of texts' : `a ${typeof normal}`
  throw new ScanProblem('invalid_configuration', `The configuration key ${key} must be ${wanted}.`)
}
