import { type ScanConfig, ScanProblem, setting } from '../kit/index.ts'

/** The keys of a scan configuration that the engine itself reads, with their defaults. */
export interface EngineConfig {
  readonly connectTimeoutMs: number
  readonly readTimeoutMs: number
  /** Further attempts after the first; 0 is exactly one attempt. */
  readonly retries: number
  readonly endpoint: string | null
  readonly excludedChecks: readonly string[]
  readonly excludedServices: readonly string[]
  readonly excludedRegions: readonly string[]
}

function whole(config: ScanConfig, key: string, normal: number, max: number): number {
  const value = setting(config, key, normal)
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new ScanProblem(
    'invalid_configuration',
    `The configuration key ${key} must be a whole number from 0 to ${max}.`,
  )
}

const noTexts: readonly string[] = []

/** Reads and checks the engine's keys. Throws ScanProblem `invalid_configuration` naming the key. */
export function engineConfig(config: ScanConfig): EngineConfig {
  const endpoint = setting(config, 'endpoint_url', '')
  if (endpoint !== '' && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ScanProblem(
      'invalid_configuration',
      'The configuration key endpoint_url must be an http or https URL.',
    )
  }
  return {
    connectTimeoutMs: whole(config, 'connect_timeout_ms', 10_000, 600_000),
    readTimeoutMs: whole(config, 'read_timeout_ms', 60_000, 600_000),
    retries: whole(config, 'retries', 3, 100),
    endpoint: endpoint || null,
    excludedChecks: setting(config, 'excluded_checks', noTexts),
    excludedServices: setting(config, 'excluded_services', noTexts),
    excludedRegions: setting(config, 'excluded_regions', noTexts),
  }
}

/**
 * How many records of a kind are looked at: the kind's own key if it is set (0 or less: all), else
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
