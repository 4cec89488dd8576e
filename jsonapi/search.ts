import { invalidParameter, type Problem } from './problem.ts'

/** Query parameters in the order they came, decoded, none twice. */
export type Parameters = ReadonlyMap<string, string>

const maxParameters = 100

/**
 * Reads a raw query string (with or without its `?`). Stricter than `URLSearchParams`, which repairs
 * what is broken: bad percent-encoding, a repeated name and U+0000 are problems here.
 */
export function readSearch(search: string, problems: Problem[]): Parameters {
  const parameters = new Map<string, string>()
  const body = search.startsWith('?') ? search.slice(1) : search
  if (body === '') return parameters
  const pairs = body.split('&', maxParameters + 1)
  if (pairs.length > maxParameters) {
    problems.push(invalidParameter('', `At most ${maxParameters} parameters are accepted.`))
    return parameters
  }
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const rawName = equals < 0 ? pair : pair.slice(0, equals)
    const name = decode(rawName)
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    if (name === undefined || value === undefined) {
      problems.push(invalidParameter(name ?? rawName, 'The percent-encoding is not valid UTF-8.'))
    } else if (parameters.has(name)) {
      problems.push(invalidParameter(name, 'This parameter is given more than once.', 'duplicate'))
    } else {
      parameters.set(name, value)
    }
  }
  return parameters
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.isWellFormed() && !decoded.includes('\u0000') ? decoded : undefined
  } catch {
    return undefined
  }
}
