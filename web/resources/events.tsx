/** The provider's log of a resource: read on demand, never stored. */
import { useList } from '../api/hooks.ts'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Tag } from '../kit/marks.tsx'
import { Time } from '../kit/time.tsx'
import { useState } from 'react'
import { Checkbox } from '../kit/field.tsx'

export function Events({ id }: { readonly id: string }) {
  const [withReads, setReads] = useState(false)
  const asked = useList<'resource-events'>(`/resources/${id}/events`, {
    lookback_days: 90,
    include_read_events: withReads,
  })
  return (
    <>
      <Checkbox
        label="Include read-only events"
        checked={withReads}
        onChange={({ target }) => setReads(target.checked)}
      />
      {asked.error ? (
        <Trouble error={asked.error} retry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Loading />
      ) : asked.data.rows.length === 0 ? (
        <Empty icon="clock" title="No events in 90 days">
          The provider’s log contains no changes to this resource.
        </Empty>
      ) : (
        <>
          {asked.data.meta['complete'] === false && (
            <p className="muted small">Only the most recent events are shown.</p>
          )}
          <ul className="resource-events">
            {asked.data.rows.map((event) => (
              <li key={event.id}>
                <p>
                  <b>{event.event_name}</b> <Time at={event.event_time} />
                  {event.error_code && <Tag kind="bad">{event.error_code}</Tag>}
                </p>
                <p className="muted small">
                  {event.actor}
                  {event.source_ip_address ? ` from ${event.source_ip_address}` : ''}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
