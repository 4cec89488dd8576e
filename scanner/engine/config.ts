import {
  type Provider,
  type ScanConfig,
  ScanProblem,
  type Setting,
  type SettingRule,
  setting,
  settingProblem,
} from '../kit/index.ts'
import { allServices } from './checks.ts'

/** A key of a scan configuration: its meaning, its accepted values, and the checks that read it. */
export interface ConfigKey extends SettingRule {
  readonly name: string
  /** The value if the key is not set; null if there is none. */
  readonly default: Setting | null
  /** The checks that use the key as a threshold; empty for keys of the engine. */
  readonly checks: readonly string[]
}

const none: readonly string[] = []
const engineKeys = {
  excluded_checks: { default: none, about: 'IDs of checks to exclude.' },
  excluded_services: { default: none, about: 'Services to exclude.' },
  regions: { default: none, about: 'Regions to scan. An empty list means all regions.' },
  excluded_regions: { default: none, about: 'Regions to exclude.' },
  connect_timeout_ms: {
    default: 10_000,
    about: 'Connect timeout in milliseconds.',
    whole: true,
    min: 1,
    max: 60_000,
  },
  read_timeout_ms: {
    default: 60_000,
    about: 'Read timeout in milliseconds.',
    whole: true,
    min: 1,
    max: 300_000,
  },
  retries: {
    default: 3,
    about: 'Retries of an API call; 0 is a single attempt.',
    whole: true,
    min: 0,
    max: 20,
  },
  max_requests_per_second: {
    default: 0,
    about: 'API calls per second to one API in one region; 0 uses the default for the provider.',
    whole: true,
    min: 0,
    max: 10_000,
  },
  max_scanned_resources_per_service: {
    default: 0,
    about: 'Maximum resources of each type; 0 is unlimited. A key for one type takes precedence.',
    whole: true,
  },
} as const satisfies Readonly<Record<string, SettingRule & { readonly default: Setting }>>
type EngineKey = keyof typeof engineKeys

const keysOfRegions: ReadonlySet<string> = new Set(['regions', 'excluded_regions'])

/** The keys of a scan configuration that the engine itself reads. */
export interface EngineConfig {
  readonly connectTimeoutMs: number
  readonly readTimeoutMs: number
  /** Further attempts after the first; 0 is exactly one attempt. */
  readonly retries: number
  /** Calls per second to one API in one region; null: the provider's limit. */
  readonly perSecond: number | null
  readonly endpoint: string | null
  readonly excludedChecks: readonly string[]
  readonly excludedServices: readonly string[]
  /** True if the scan excludes this region. */
  readonly isExcludedRegion: (region: string) => boolean
}

type Defaults = NonNullable<Provider<unknown>['defaults']>

/** The value of an unset key: the default of the provider, or else of the engine. */
const normalOf = (key: string, normal: Setting, defaults: Defaults = {}): Setting =>
  new Map<string, number>(Object.entries(defaults)).get(key) ?? normal

function engineSetting<K extends EngineKey>(config: ScanConfig, key: K, defaults?: Defaults) {
  const rule: SettingRule = engineKeys[key]
  const problem = settingProblem(config[key], rule, engineKeys[key].default)
  if (problem) {
    throw new ScanProblem('invalid_configuration', `The configuration key ${key} ${problem.detail}`)
  }
  return (config[key] ??
    normalOf(key, engineKeys[key].default, defaults)) as (typeof engineKeys)[K]['default']
}

/** Reads and checks the engine's keys. Throws ScanProblem `invalid_configuration` naming the key. */
export function engineConfig(config: ScanConfig, defaults?: Defaults): EngineConfig {
  const endpoint = setting(config, 'endpoint_url', '') // set by the operator; not a configuration key
  if (endpoint !== '' && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ScanProblem(
      'invalid_configuration',
      'The configuration key endpoint_url must be an http or https URL.',
    )
  }
  const regions = engineSetting(config, 'regions')
  const excludedRegions = engineSetting(config, 'excluded_regions')
  return {
    connectTimeoutMs: engineSetting(config, 'connect_timeout_ms'),
    readTimeoutMs: engineSetting(config, 'read_timeout_ms'),
    retries: engineSetting(config, 'retries', defaults),
    perSecond: engineSetting(config, 'max_requests_per_second', defaults) || null,
    endpoint: endpoint || null,
    excludedChecks: engineSetting(config, 'excluded_checks'),
    excludedServices: engineSetting(config, 'excluded_services'),
    isExcludedRegion: (region) =>
      excludedRegions.includes(region) || (regions.length > 0 && !regions.includes(region)),
  }
}

/**
 * The maximum number of records of a kind to scan: the kind's own key if it is set (0 or less: all), else
 * `max_scanned_resources_per_service` (0: all).
 */
export function capOf(config: ScanConfig, key: string | undefined): number {
  const own = key === undefined ? undefined : config[key]
  const cap =
    key !== undefined && own !== undefined && own !== null
      ? setting(config, key, 0)
      : setting(config, 'max_scanned_resources_per_service', 0)
  return cap > 0 ? cap : Number.POSITIVE_INFINITY
}

/** Returns every key that a scan of this provider reads, by name. Loads all services. */
export async function configKeys<Client>(
  provider: Provider<Client>,
): Promise<ReadonlyMap<string, ConfigKey>> {
  const keys = new Map<string, ConfigKey>()
  for (const [name, key] of Object.entries(engineKeys)) {
    if (provider.regions === false && keysOfRegions.has(name)) continue
    const normal = normalOf(name, key.default, provider.defaults)
    keys.set(name, { name, checks: [], ...key, default: normal, ...provider.settings[name] })
  }
  for (const [name, key] of Object.entries(provider.signInKeys ?? {}))
    keys.set(name, { name, checks: [], ...key })
  const services = await allServices(provider)
  for (const { kinds } of services) {
    for (const { cap } of Object.values(kinds)) {
      if (cap === undefined) continue
      const about = `${provider.settings[cap]?.about ?? ''} 0 is unlimited.`.trimStart()
      keys.set(cap, { name: cap, default: null, whole: true, about, checks: [] })
    }
  }
  for (const check of services.flatMap(({ checks }) => checks)) {
    for (const [name, normal] of Object.entries(check.config)) {
      const rule = provider.settings[name] ?? { about: '' }
      const checks = [...(keys.get(name)?.checks ?? []), check.id]
      keys.set(name, { name, default: normal, ...rule, checks })
    }
  }
  return keys
}

/** A problem in a configuration, with its location: the key, and the index in its list. */
export interface ConfigProblem {
  readonly path: readonly (string | number)[]
  readonly detail: string
}

export interface ReadConfig {
  /** The known keys with their values. */
  readonly config: ScanConfig
  /** Unknown keys: from another version, or misspelled. */
  readonly unknown: readonly string[]
  readonly problems: readonly ConfigProblem[]
}

/** Reads the configuration for a scan of this provider. Loads all services, unless no key is set. */
export async function readConfig<Client>(
  provider: Provider<Client>,
  given: ScanConfig,
): Promise<ReadConfig> {
  // A partial scan without a configuration starts in half the time when it loads only its own services.
  const isEmpty = Object.keys(given).length === 0
  const keys = isEmpty ? new Map<string, ConfigKey>() : await configKeys(provider)
  const config: Record<string, unknown> = {}
  const unknown: string[] = []
  const problems: ConfigProblem[] = []
  for (const [name, value] of Object.entries(given)) {
    const key = keys.get(name)
    if (!key) {
      unknown.push(name)
      continue
    }
    const problem = settingProblem(value, key, key.default ?? 0)
    if (problem) problems.push({ path: [name, ...problem.path], detail: `It ${problem.detail}` })
    else if (value !== null) config[name] = value
  }
  problems.push(...misnamed(provider, config))
  return { config, unknown, problems }
}

/** Excluded services or checks that do not exist. Such an exclusion would silently have no effect. */
export function misnamed<Client>(
  { catalog, type }: Provider<Client>,
  { excluded_checks, excluded_services }: ScanConfig,
): ConfigProblem[] {
  const facts = [...catalog.values()]
  const checks = new Set(facts.flatMap(({ id, aliases }) => [id, ...aliases]))
  const services = new Set(facts.map(({ service }) => service))
  const missing = (key: EngineKey, value: unknown, known: ReadonlySet<string>, kind: string) =>
    ((value ?? []) as readonly string[]).flatMap((name, at) =>
      known.has(name)
        ? []
        : [{ path: [key, at], detail: `There is no ${kind} ${name} of ${type}.` }],
    )
  return [
    ...missing('excluded_checks', excluded_checks, checks, 'check'),
    ...missing('excluded_services', excluded_services, services, 'service'),
  ]
}
