import program from '../package.json' with { type: 'json' }

/** The version of this program, X.Y.Z. */
export const { version } = program

/** True if version `one` was released before `other`. */
export const isOlder = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0
