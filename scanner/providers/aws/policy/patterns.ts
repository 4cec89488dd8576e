// IAM patterns: `*` matches any text, `?` any one character. Comparison is case-sensitive; callers convert names of
// actions, which are case-insensitive, first.

/** True if a text matches a pattern. Linear in the text for each `*`. */
export const matches = (pattern: string, text: string): boolean =>
  fits(pattern, text, (wanted, found) => wanted === '?' || wanted === found)

/**
 * True if every text that matches `narrow` also matches `wide`. Never a false positive; may be a false negative for
 * patterns such as `?*` and `*?`, which are equivalent.
 */
export const contains = (wide: string, narrow: string): boolean =>
  fits(
    wide,
    narrow.replace(/\*+/g, '*'),
    (wanted, found) => found !== '*' && (wanted === '?' || wanted === found),
  )

function fits(
  pattern: string,
  text: string,
  same: (wanted: string, found: string) => boolean,
): boolean {
  let [i, j, star, from] = [0, 0, -1, 0]
  while (j < text.length) {
    if (pattern[i] === '*') {
      star = i++
      from = j
    } else if (i < pattern.length && same(pattern.charAt(i), text.charAt(j))) {
      i++
      j++
    } else if (star >= 0) {
      i = star + 1
      j = ++from
    } else return false
  }
  while (pattern[i] === '*') i++
  return i === pattern.length
}

/** True if a text exists that matches both patterns. */
export function meet(one: string, other: string): boolean {
  // reached[j]: some text matches both the part of `one` so far and the first j characters of `other`.
  let reached = [true]
  for (let j = 0; j < other.length; j++) reached[j + 1] = reached[j] === true && other[j] === '*'
  for (const a of one) {
    const next: boolean[] = [reached[0] === true && a === '*']
    for (let j = 0; j < other.length; j++) {
      const b = other[j]
      next[j + 1] =
        a === '*' || b === '*'
          ? next[j] === true || reached[j + 1] === true || reached[j] === true
          : reached[j] === true && (a === b || a === '?' || b === '?')
    }
    reached = next
  }
  return reached[other.length] === true
}

/** The scope of a statement: actions or resources by pattern, or everything except those. */
export interface Scope {
  readonly patterns: readonly string[]
  readonly but: boolean
}

export const only = (...patterns: string[]): Scope => ({ patterns, but: false })

/** The individual patterns of a scope; a complement is one piece. */
export const pieces = (scope: Scope): readonly Scope[] =>
  scope.but ? [scope] : scope.patterns.map((it) => only(it))

export const holds = ({ patterns, but }: Scope, text: string): boolean =>
  patterns.some((pattern) => matches(pattern, text)) !== but

/** True if all of `narrow` is in `wide`. Never a false positive. */
export function includes(wide: Scope, narrow: Scope): boolean {
  if (!wide.but) {
    const within = (pattern: string) => wide.patterns.some((it) => contains(it, pattern))
    return narrow.but ? within('*') : narrow.patterns.every(within)
  }
  return narrow.but
    ? wide.patterns.every((left) => narrow.patterns.some((it) => contains(it, left)))
    : narrow.patterns.every((it) => !wide.patterns.some((left) => meet(left, it)))
}

/** True if these together contain all of `narrow`: one of them does, or a complement together with the others. */
export const includesAll = (wide: readonly Scope[], narrow: Scope): boolean =>
  wide.some(
    (scope) =>
      includes(scope, narrow) ||
      (scope.but &&
        scope.patterns.every(
          (left) => !touches(narrow, [left]) || wide.some((other) => includes(other, only(left))),
        )),
  )

/** True if a text of a scope matches one of these patterns. */
export const touches = ({ patterns, but }: Scope, wanted: readonly string[]): boolean =>
  wanted.some((pattern) =>
    but
      ? !patterns.some((left) => contains(left, pattern))
      : patterns.some((it) => meet(it, pattern)),
  )
