export const webhookLimits = {
  /** Requests to one address: our own, since receivers have theirs. */
  rate: { perSecond: 10, burst: 10 },
  /** Of a body: our own, since receivers have theirs. Findings beyond it are counted and not named. */
  maxBytes: 256 * 1_024,
  /** Bytes of a secret, by the standard. */
  secret: { least: 24, most: 64 },
} as const
