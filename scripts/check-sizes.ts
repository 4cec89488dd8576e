export interface Sizes {
  readonly median: number
  readonly longest: number
  readonly files: number
  /** Sentences about what is too long. */
  readonly problems: readonly string[]
}

export const longestFile = 500
export const longestMedian = 80

/** How long the files are, in lines, and which are too long. */
export function sizesOf(lines: ReadonlyMap<string, number>): Sizes {
  const sorted = [...lines.values()].toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  const long = [...lines].filter(([, count]) => count > longestFile)
  return {
    median,
    longest: sorted.at(-1) ?? 0,
    files: sorted.length,
    problems: [
      ...long.map(([path, count]) => `${path} has ${count} lines; ${longestFile} are the most.`),
      ...(median > longestMedian
        ? [`Half of the files have more than ${longestMedian} lines.`]
        : []),
    ],
  }
}
