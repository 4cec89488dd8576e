/** Formats the API’s values for users. */

/** `under_review` → "Under review". */
export const words = (value: string): string => {
  const spaced = value.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const numbers = new Intl.NumberFormat('en')
export const number = (value: number): string => numbers.format(value)

/** "1 finding", "1,204 findings". */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : plural}`

const lists = {
  and: new Intl.ListFormat('en'),
  or: new Intl.ListFormat('en', { type: 'disjunction' }),
}
/** "AWS, GitHub, and Okta"; from five on "AWS, GitHub, Okta, and 7 more". */
export const listed = (names: readonly string[]): string =>
  lists.and.format(names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names)

/** "high, medium, or low". */
export const anyOf = (names: readonly string[]): string => lists.or.format(names)
