/** Everything known about a check, for its documentation page and for explanations of a result. */
import type { Check, Provider, Service, Setting } from '../kit/index.ts'
import { allServices, type CheckDescription, describe } from './checks.ts'

/** A permission and the API calls that require it, such as `s3:ListBuckets`. */
export interface Permission {
  readonly action: string
  readonly calls: readonly string[]
}

/** A field that may be unread, and its permissions; without any, the list call returns it. */
export interface FieldReference {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** The fields that a check reads of one kind of records. */
export interface KindReference {
  readonly kind: string
  /** The field of the lookup; null for the kind that the check evaluates. */
  readonly by: string | null
  readonly permissions: readonly Permission[]
  readonly fields: readonly FieldReference[]
}

/** A key of the configuration that a check uses. */
export interface SettingReference {
  readonly name: string
  /** Null if there is no default. */
  readonly default: Setting | null
  readonly about: string
}

export interface CheckReference extends CheckDescription {
  readonly provider: string
  readonly settings: readonly SettingReference[]
  /** The evaluated kind first, then the joined kinds. */
  readonly reads: readonly KindReference[]
}

/** Returns all checks of a provider with the data that they read, in the order of its services. Loads all services. */
export async function checkReferences<Client>(
  provider: Provider<Client>,
): Promise<readonly CheckReference[]> {
  const services = await allServices(provider)
  return services.flatMap((service) =>
    service.checks.map((check) => referenceOf(provider, service, check)),
  )
}

export function referenceOf<Client>(
  provider: Provider<Client>,
  { kinds }: Service<Client>,
  check: Check<never>,
): CheckReference {
  const permissions = (actions: readonly string[]): readonly Permission[] =>
    [...new Set(actions)].map((action) => ({ action, calls: provider.callsOf?.(action) ?? [] }))
  const read = (kind: string, by: string | null, fields: readonly string[]): KindReference => ({
    kind,
    by,
    permissions: permissions(kinds[kind]?.list ?? []),
    fields: fields.map((name) => ({
      name,
      permissions: permissions(kinds[kind]?.fields[name] ?? []),
    })),
  })
  const about = (name: string): string => provider.settings[name]?.about ?? ''
  const cap = kinds[check.over]?.cap
  return {
    ...describe(provider, check),
    provider: provider.type,
    settings: [
      ...Object.entries(check.config).map(([name, normal]) => ({
        name,
        default: normal,
        about: about(name),
      })),
      ...(cap === undefined
        ? []
        : [{ name: cap, default: null, about: `${about(cap)} 0 is unlimited.`.trimStart() }]),
    ],
    reads: [
      read(check.over, null, check.needs),
      ...Object.entries(check.joins).map(([kind, { by, fields }]) => read(kind, by, fields)),
    ],
  }
}
