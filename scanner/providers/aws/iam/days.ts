/** `1 day`, `45 days` */
export const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** `today`, `1 day ago`, `45 days ago` */
export const ago = (count: number): string => (count === 0 ? 'today' : `${days(count)} ago`)

/**
 * The age of a credential report, as the end of a sentence: `by a credential report less than 2 hours old`. AWS
 * generates a report at most every four hours, and its data is as old as the report.
 */
export function reported(at: string | null, now: Date): string {
  if (at === null) return 'according to a credential report of unknown age'
  const hours = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 3_600_000)) + 1
  return `according to a credential report less than ${hours} ${hours === 1 ? 'hour' : 'hours'} old`
}
