/** The state of a provider's connection, with the error if it failed. */
import type { Row } from '../api/documents.ts'
import { useRefusals } from '../api/refusals.ts'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Time } from '../kit/time.tsx'

/** The error of the last test of each provider. */
export const useProviderRefusals = (enabled: boolean): ReadonlyMap<string, string> =>
  useRefusals('provider-connection-check', 'provider_id', enabled)

/** The connection state in a row, with its time and error. */
export function ConnectionCell({ provider }: { readonly provider: Row<'providers'> }) {
  const { connected, last_checked_at } = provider.connection
  const reason = useProviderRefusals(connected === false).get(provider.id)
  return (
    <span title={connected === false ? reason : undefined}>
      <ConnectionMark connected={connected} />{' '}
      {last_checked_at && (
        <span className="muted small">
          <Time at={last_checked_at} />
        </span>
      )}{' '}
      {connected === false && <span className="muted small">{reason}</span>}
    </span>
  )
}
