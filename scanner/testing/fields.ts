/**
 * The fields of responses in JSON and XML, by path: `Buckets[].Name`, `DescribeVpcsResponse.vpcSet.item.vpcId`. Items of
 * a list share a path.
 */
import type { HttpAnswer } from '../kit/index.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function jsonPaths(value: unknown, path: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) jsonPaths(one, `${path}[]`, found)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      found.add(joined(path, name))
      jsonPaths(member, joined(path, name), found)
    }
}

function withoutJson(whole: unknown, removed: string, most: number): unknown {
  let count = 0
  const without = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => without(one, `${path}[]`))
    if (!isObject(value)) return value
    const kept = Object.entries(value).filter(
      ([name]) => joined(path, name) !== removed || ++count > most,
    )
    return Object.fromEntries(
      kept.map(([name, member]) => [name, without(member, joined(path, name))]),
    )
  }
  return without(whole, '')
}

interface Tag {
  readonly path: string
  readonly from: number
  to: number
}

/** The elements of an XML document below its root, with the positions of their text. */
function elementsOf(text: string): readonly Tag[] {
  const open: Tag[] = []
  const found: Tag[] = []
  for (const match of text.matchAll(/<(\/?)([\w:.-]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    const [whole, closing, name = '', empty] = match
    if (closing) {
      const tag = open.pop()
      if (tag) tag.to = match.index + whole.length
      continue
    }
    const tag = {
      path: joined(open.at(-1)?.path ?? '', name),
      from: match.index,
      to: match.index + whole.length,
    }
    if (open.length > 0) found.push(tag)
    if (!empty) open.push(tag)
  }
  return found
}

function withoutXml(text: string, removed: string, most: number): string {
  let kept = ''
  let at = 0
  let count = 0
  for (const { path, from, to } of elementsOf(text)) {
    if (path !== removed || from < at || ++count > most) continue
    kept += text.slice(at, from)
    at = to
  }
  return kept + text.slice(at)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isXml = (text: string): boolean => text.trimStart().startsWith('<')

/** The paths of the fields in a response; none if it is neither JSON nor XML. */
export function fieldsOf({ body }: HttpAnswer): ReadonlySet<string> {
  const text = body.toString()
  if (isXml(text)) return new Set(elementsOf(text).map(({ path }) => path))
  const found = new Set<string>()
  jsonPaths(jsonOf(text), '', found)
  return found
}

/** The response without the first `most` fields at this path; by default without all of them. */
export function withoutField(
  answer: HttpAnswer,
  path: string,
  most = Number.POSITIVE_INFINITY,
): HttpAnswer {
  const text = answer.body.toString()
  const changed = isXml(text)
    ? withoutXml(text, path, most)
    : JSON.stringify(withoutJson(jsonOf(text), path, most))
  return { ...answer, body: Buffer.from(changed ?? '') }
}
