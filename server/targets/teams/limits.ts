/** Limits of workflows and of Teams, as Microsoft's documentation has them. */
export const teamsLimits = {
  /** Requests to one address; beyond it is throttled. */
  rate: { perSecond: 4, burst: 2 },
  /** Of a message with everything in it, "approximately". */
  maxBytes: 28 * 1_024,
  /** The most that this server sends: beyond the limit the error appears only in the workflow's history. */
  budgetBytes: 20 * 1_024,
} as const
