import type { Check } from './check.ts'
import type { Clock } from './clock.ts'
import type { Collected } from './collect.ts'
import type { Kinds, Resource, UnreadField } from './record.ts'

/** The argument of a collector. `client` is the provider's client, bound to the unit's region and the scan's signal. */
export interface Collecting<Client> {
  readonly client: Client
  readonly account: string
  readonly partition: string
  /** The unit's region; for a global service, the session's home region. */
  readonly region: string
  /**
   * Every region of the account, for one list per region. The engine does not open a list of a region that the
   * configuration excludes.
   */
  readonly regions: readonly string[]
  /** For delays, always with `signal`: a canceled scan does not wait. */
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** The permissions of one kind: of its list, and of each field that may be unread. */
export interface KindActions<R = never> {
  readonly list: readonly string[]
  readonly fields: Readonly<Record<UnreadField<R>, readonly string[]>>
  /** The configuration key that caps this kind, if it has a separate one. */
  readonly cap?: string
  /** True if a record of a global service is in the region that it names: not read if that region is excluded. */
  readonly regional?: boolean
}

/** A service in the engine, independent of its kinds. */
export interface Service<Client> {
  readonly name: string
  readonly scope: 'global' | 'regional'
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly list: readonly string[]
        readonly fields: Readonly<Record<string, readonly string[]>>
        readonly cap?: string
        readonly regional?: boolean
      }
    >
  >
  collect(context: Collecting<Client>): Collected<Record<string, Resource>>
  readonly checks: readonly Check<never>[]
}

export interface ServiceText<S, Client> {
  name: string
  /** A global service is one unit per scan; its records carry their own regions. */
  scope: 'global' | 'regional'
  kinds: { readonly [K in keyof S]: KindActions<S[K]> }
  collect(context: Collecting<Client>): Collected<S>
  /** An explicit list: an unlisted check does not run, and the registry test reports it. */
  checks: readonly Check<never>[]
}

/** Defines a service: its collector, its permissions, and its checks. */
export const service = <S extends Kinds<S>, Client>(
  text: ServiceText<S, Client>,
): Service<Client> => ({
  name: text.name,
  scope: text.scope,
  kinds: text.kinds as Service<Client>['kinds'],
  collect: (context) => text.collect(context) as unknown as Collected<Record<string, Resource>>,
  checks: text.checks,
})
