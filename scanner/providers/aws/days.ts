const dayMs = 86_400_000

/** Days between two times, with fractions; negative if the second is earlier. */
export const daysBetween = (from: string | Date, to: string | Date): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / dayMs

/** Whole days from an ISO 8601 time until `now`; 0 for times in the future due to clock skew. */
export const daysSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor(daysBetween(moment, now)))
