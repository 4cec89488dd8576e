/** The maximum number of resources of a partial scan. */
export const mostUids = 10

/** One uid per line, without duplicates. */
export const uidsOf = (text: string): readonly string[] => [
  ...new Set(text.split('\n').flatMap((line) => line.trim() || [])),
]
