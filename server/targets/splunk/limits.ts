/**
 * What Splunk's HTTP Event Collector takes. Source: "HTTP Event Collector" and `limits.conf`, `props.conf`, Splunk
 * documentation: a cloud takes requests of 1 MB, and what is longer than TRUNCATE is cut, in the middle of its JSON.
 */
export const limits = {
  /** Of one request. */
  maxBytes: 1_000_000,
  /** The size of an event's content. */
  maxEventBytes: 10_000,
  /** Characters of names, and of sentences. */
  name: 500,
  sentence: 1_000,
  tags: 50,
  requirements: 100,
} as const
