/** The keys that scans read, as data. */
import { configKeys, providers } from '@plumbline/scanner'
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
      })
    }
  }
  return keys
}
