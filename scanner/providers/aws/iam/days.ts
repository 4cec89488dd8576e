/** Whole days from an ISO 8601 moment until `now`; 0 for what a skewed clock puts into the future. */
export const daysSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / 86_400_000))

/** `1 day`, `45 days` */
export const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** `today`, `1 day ago`, `45 days ago` */
export const ago = (count: number): string => (count === 0 ? 'today' : `${days(count)} ago`)
