/** The keys that scans read, as data. */
import { type CheckDescription, configKeys, describeChecks, providers } from '@plumbline/scanner'
import { providerTypes } from '../providers/index.ts'
import type { ScanConfigurationKey } from './resource.ts'

/** Of these kinds of providers, or of all; a kind that cannot be scanned has none. */
export async function keysOf(
  isAsked: (type: string) => boolean,
): Promise<readonly ScanConfigurationKey[]> {
  const keys: ScanConfigurationKey[] = []
  for (const provider of providerTypes) {
    const scanned = providers[provider]
    if (!scanned || !isAsked(provider)) continue
    const described = await describeChecks(scanned)
    for (const key of (await configKeys(scanned)).values()) {
      const { name, about, min = null, max = null, checks } = key
      keys.push({
        id: `${provider}.${name}`,
        provider,
        name,
        about,
        default: key.default,
        minimum: min,
        maximum: max,
        check_ids: checks,
        known_values: knownValues(described, name),
      })
    }
  }
  return keys
}

function knownValues(
  checks: readonly CheckDescription[],
  name: string,
): ScanConfigurationKey['known_values'] {
  if (name === 'excluded_checks') return checks.map(({ id, title }) => ({ value: id, title }))
  if (name !== 'excluded_services') return []
  const services = [...new Set(checks.map(({ service }) => service))].sort()
  return services.map((value) => ({ value, title: value }))
}
