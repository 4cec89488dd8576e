const dayMs = 86_400_000

/** Days from one moment to another, with fractions; negative where the second is the earlier one. */
export const daysBetween = (from: string | Date, to: string | Date): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / dayMs

/** Whole days from an ISO 8601 moment until `now`; 0 for what a skewed clock puts into the future. */
export const daysSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor(daysBetween(moment, now)))
