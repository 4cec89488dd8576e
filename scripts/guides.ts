/** The steps of a guide, as far as a program can take them. */

export interface Block {
  /** `sh`, `ts`, `text` … */
  readonly language: string
  /** What follows it: a file that the block is part of, or which terminal. */
  readonly about: string
  readonly code: string
}

export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)(?: +([^\n]*))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', about = '', code = '']) => ({ language, about: about.trim(), code }),
  )

/** Whether a text is the output shown on a page; `…` matches anything within a line. */
export function comesOut(expected: string, text: string): boolean {
  const line = (one: string): string =>
    one
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
  const pattern = expected.trim().split('\n').map(line).join('\n')
  return new RegExp(`^${pattern}$`).test(text.trim())
}
