/** What a partial scan takes. */
export const mostUids = 10

/** One a line, each once. */
export const uidsOf = (text: string): readonly string[] => [
  ...new Set(text.split('\n').flatMap((line) => line.trim() || [])),
]
