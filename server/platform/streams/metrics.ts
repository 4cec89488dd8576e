// The metrics of the streams of one process, for Prometheus. No tenant is named: a label of tenants would
// grow without bound, and would show one customer's operator the others.

import { bucketEdges } from '@plumbline/sse'

interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Its values appear with what they are labelled with; without labels it is 0 from the start. */
  readonly labels?: readonly string[]
}
const counter = (help: string, ...labels: string[]): Metric => ({ type: 'counter', help, labels })
const gauge = (help: string, ...labels: string[]): Metric => ({ type: 'gauge', help, labels })
const histogram = (help: string): Metric => ({ type: 'histogram', help })

/** Every metric, by its name without the prefix `eventstream_`. */
export const metrics: Readonly<Record<string, Metric>> = {
  connections: gauge('Open streams.', 'prefix'),
  opened_total: counter('Streams that were opened.', 'prefix', 'auth'),
  closed_total: counter('Streams that ended.', 'reason'),
  rejected_total: counter('Connection attempts that did not open a stream.', 'status'),
  lifetime_seconds: histogram('Lifetime of streams.'),
  events_published_total: counter('Events published to the backend by this process.', 'event'),
  publish_dropped_total: counter('Events dropped before delivery.', 'reason'),
  deliveries_total: counter('Events written, counted per listener.', 'prefix'),
  bytes_total: counter('Bytes written to listeners.'),
  conflated_total: counter('Progress events that a newer one replaced for a slow listener.'),
  slow_closed_total: counter('Streams closed because their listener read too slowly.'),
  buffered_bytes: gauge('Bytes buffered for slow listeners.'),
  delivery_seconds: histogram('Time from publishing an event to its last write.'),
  fanout_slice_seconds: histogram('Time that one round of writes blocked the event loop.'),
  upstream_up: gauge('1 while the backend is connected.'),
  upstream_subscriptions: gauge('Channels subscribed to at the backend.'),
  reauth_total: counter('Results of permission re-checks of listeners.', 'result'),
  gate_rejections_total: counter('Channels refused because they belong to another tenant.'),
}

const metricPrefix = 'eventstream_'

/**
 * The text format of Prometheus (0.0.4). `values` are named `name` or `name{label="value"}`, a
 * histogram's `name_bucket{le="…"}`, `name_sum` and `name_count`. What is in no list is left out.
 */
export function exposition(values: Readonly<Record<string, number>>): string {
  const byName = Map.groupBy(Object.keys(values), (key) => key.split('{')[0] ?? key)
  return Object.entries(metrics)
    .flatMap(([name, { type, help, labels = [] }]) => {
      const full = metricPrefix + name
      const lines =
        type === 'histogram'
          ? histogramLines(name, values)
          : (byName.get(name) ?? (labels.length === 0 ? [name] : [])).map(
              (key) => `${metricPrefix}${key} ${values[key] ?? 0}`,
            )
      return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines]
    })
    .concat('')
    .join('\n')
}

/** All buckets from the start: one that appears late is lost to a rate. */
const histogramLines = (name: string, values: Readonly<Record<string, number>>): string[] =>
  [
    ...[...bucketEdges, '+Inf'].map((edge) => `${name}_bucket{le="${edge}"}`),
    `${name}_sum`,
    `${name}_count`,
  ].map((key) => `${metricPrefix}${key} ${values[key] ?? 0}`)
