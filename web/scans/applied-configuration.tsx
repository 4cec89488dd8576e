import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import type { ConfigurationOf, ScanConfiguration } from '../api/scan-configurations.ts'
import { counted } from '../kit/words.ts'

/** Values that scans of this provider type read, without keys of other types and misspelled keys. */
const valuesFor = (
  { configuration, unknown_keys }: ScanConfiguration,
  type: Row<'providers'>['provider'],
): number =>
  Object.keys(configuration[type] ?? {}).filter((key) => !unknown_keys.includes(`${type}.${key}`))
    .length

/** The scan configuration that the next scan of a provider uses. */
export function AppliedConfiguration({
  provider: { id, provider: type },
  configurationOf,
}: {
  readonly provider: Row<'providers'>
  readonly configurationOf: ConfigurationOf
}) {
  const own = configurationOf(id)
  if (!own) return 'Default configuration'
  return (
    <>
      Configuration: <Link href={`/scan-configurations?open=${own.id}`}>{own.name}</Link> (
      {counted(valuesFor(own, type), 'value')})
    </>
  )
}
