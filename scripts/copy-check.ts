/** How a check becomes the beginning of another one: text in, text out. */

/** `s3_bucket_public_access` of `s3` as the name it is imported by: `bucketPublicAccess`. */
export const localName = (service: string, id: string): string =>
  id
    .slice(service.length + 1)
    .replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * The source of `example` with the id `id`. What the new check must define itself is left empty, so that the registry's
 * test fails until the author has written it.
 */
export const copiedCheck = (source: string, example: string, id: string): string =>
  source
    .replaceAll(example, id)
    .replace(/^ {2}links: \[[^\]]*\],\n/m, '')
    .replace(
      /^( {2}(?:title|description|risk|decision|source)):\s+(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)/gm,
      "$1: ''",
    )
    .replace(/^ {2}fix: \{(?:[^\n]*\}|[^]*?^ {2}\}),$(?=\n {2}(?:source|over))/m, emptyFix)

const emptyFix = "  fix: { text: '', console: [], cli: '', terraform: '' },"

/** The service's index with the check imported and listed, both in the order of names. */
export function listedIn(index: string, service: string, id: string): string {
  const name = localName(service, id)
  const lines = index.split('\n')
  const ofCheck = new RegExp(`^import \\w+ from './(${service}_[a-z0-9_]+)\\.ts'$`)
  const places = lines.flatMap((line, at) => {
    const found = ofCheck.exec(line)?.[1]
    return found ? [{ found, at }] : []
  })
  const after = places.find(({ found }) => found > id)?.at
  const last = places.at(-1)?.at ?? lines.findLastIndex((line) => line.includes(' from '))
  lines.splice(after ?? last + 1, 0, `import ${name} from './${id}.ts'`)
  return lines
    .join('\n')
    .replace(/^( *)checks: \[([^\]]*)\]/m, (_, indent: string, list: string) => {
      const names = list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
      const next = names.findIndex((one) => /^\w+$/.test(one) && one > name)
      const all = names.toSpliced(next < 0 ? names.length : next, 0, name)
      return `${indent}checks: [\n${all.map((one) => `${indent}  ${one},\n`).join('')}${indent}]`
    })
}
