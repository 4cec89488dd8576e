/** The random draws of a generator. */
export interface Draw {
  /** Returns true with this probability in percent. */
  often(percent: number): boolean
  /** Returns an integer from 0 to below `end`. */
  upTo(end: number): number
  one<T>(choices: readonly [T, ...T[]]): T
  ago(days: number): Date
}

export const drawFrom = (random: () => number, now: Date): Draw => {
  const upTo = (end: number) => Math.floor(random() * end)
  return {
    often: (percent) => random() * 100 < percent,
    upTo,
    one: (choices) => choices[upTo(choices.length)] ?? choices[0],
    ago: (days) => new Date(Math.floor((now.getTime() - days * 86_400_000) / 1000) * 1000),
  }
}
