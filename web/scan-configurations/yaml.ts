/** A configuration as YAML to edit, and the lines of its keys. */

const plain = /^[A-Za-z_][\w.-]*$/
const reserved = /^(true|false|null|yes|no|on|off|y|n|~)$/i

const scalar = (value: unknown): string =>
  typeof value === 'string' && plain.test(value) && !reserved.test(value)
    ? value
    : JSON.stringify(value)

function lines(value: unknown, indent: string): readonly string[] {
  if (Array.isArray(value))
    return value.map((item) =>
      typeof item === 'object' && item !== null
        ? `${indent}- ${JSON.stringify(item)}`
        : `${indent}- ${scalar(item)}`,
    )
  return Object.entries(value as object).flatMap(([name, inner]: [string, unknown]) => {
    const key = `${indent}${scalar(name)}:`
    if (typeof inner !== 'object' || inner === null) return [`${key} ${scalar(inner)}`]
    if (Object.keys(inner).length === 0) return [`${key} ${Array.isArray(inner) ? '[]' : '{}'}`]
    return [key, ...lines(inner, `${indent}  `)]
  })
}

/**
 * Writes mappings and lists with one entry per line. Strings that YAML would interpret differently are quoted, as in
 * JSON.
 */
export const toYaml = (configuration: object): string =>
  lines(configuration, '')
    .map((line) => `${line}\n`)
    .join('')

/** The line, from 1, of the deepest key of a path that exists; undefined if none does. */
export function lineOf(text: string, path: readonly string[]): number | undefined {
  const all = text.split('\n')
  let from = 0
  let found: number | undefined
  for (const key of path) {
    const at = all.findIndex(
      (line, index) =>
        index >= from && new RegExp(`^\\s*["']?${RegExp.escape(key)}["']?\\s*:`).test(line),
    )
    if (at < 0) break
    found = at + 1
    from = at + 1
  }
  return found
}
