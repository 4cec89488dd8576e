/** Tags of a resource, from wherever its producer puts them. */
import { at, exactAt, isMembers, listAt, textAt } from './ocsf-values.ts'

const maxTags = 200
const maxKey = 128
const maxValue = 1_024

type Pair = readonly [key: string, value: string]

/** A tag's key or value with its blanks; numbers as their digits. */
const tagText = (tag: unknown, ...names: readonly string[]): string | undefined =>
  names.map((name) => exactAt(tag, name) ?? textAt(tag, name)).find((text) => text !== undefined)

/** `{ Key, Value }`, `{ key, value }`, `{ name, value }`. */
function pairOf(tag: unknown): readonly Pair[] {
  const key = tagText(tag, 'name', 'key', 'Key')
  return key === undefined ? [] : [[key, tagText(tag, 'value', 'Value') ?? '']]
}

/** Tags as the cloud has them, with keys and values apart: a list of pairs, or an object. */
function exactTags(resource: unknown): readonly Pair[] {
  const metadata = at(resource, 'data', 'metadata')
  const own = [at(metadata, 'tags'), at(metadata, 'Tags')].flatMap((tags) => {
    if (isMembers(tags))
      return Object.entries(tags).flatMap(([key, value]): Pair[] =>
        typeof value === 'string' ? [[key, value]] : [],
      )
    return Array.isArray(tags) ? tags.flatMap(tagOrObject) : []
  })
  return [...own, ...listAt(resource, 'tags').flatMap(pairOf)]
}

/** Some scanners write a list of objects with one member for each tag. */
function tagOrObject(tag: unknown): readonly Pair[] {
  const pair = pairOf(tag)
  if (pair.length > 0 || !isMembers(tag)) return pair
  return Object.entries(tag).flatMap(([key, value]): Pair[] =>
    typeof value === 'string' ? [[key, value]] : [],
  )
}

/** Keys with colons that AWS services write: `aws:` and a service, then a name; a service, then a name. */
const namespaced =
  /^(aws:[^:]+:[^:]+|(?:eks|ecs|elasticbeanstalk|elasticmapreduce|servicecatalog|inspector|dlm):[^:]+):([^]*)$/

/** Keys of our labels have no colon. */
function firstCut(label: string): Pair {
  const at = label.indexOf(':')
  return at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at + 1)]
}

/** Places at which a label may be cut into key and value, the likeliest first. */
function cuts(label: string, isProwlers: boolean): readonly Pair[] {
  const [, key, value] = namespaced.exec(label) ?? []
  const known: Pair[] = key === undefined ? [] : [[key, value ?? '']]
  // Prowler joins by colons only; a key may have an equals sign.
  const separators = isProwlers && label.includes(':') ? /:/g : /[:=]/g
  const places = [...label.matchAll(separators)].map(({ index }) => index).filter((at) => at > 0)
  const others = places.map((at): Pair => [label.slice(0, at), label.slice(at + 1)])
  return [...known, ...others, [label, '']]
}

/**
 * Tags by key. Exact ones come first. A label, which is key and value in one text, never replaces another tag: it is cut
 * at the next place, or is a key without a value.
 */
export function tagsOf(
  resource: unknown,
  product: string | undefined,
): Readonly<Record<string, string>> {
  const tags = new Map<string, string>()
  const exact = exactTags(resource)
  for (const [key, value] of exact) tags.set(key, value)
  const isOurs = product === 'Plumbline'
  const labels = isOurs && exact.length > 0 ? [] : listAt(resource, 'labels')
  for (const label of labels) {
    if (typeof label !== 'string' || label === '') continue
    const pairs = isOurs ? [firstCut(label)] : cuts(label, product === 'Prowler')
    if (pairs.some(([key, value]) => tags.get(key) === value)) continue // it is known
    const free = pairs.find(([key]) => !tags.has(key))
    if (free) tags.set(...free)
  }
  return Object.fromEntries(
    [...tags]
      .slice(0, maxTags)
      .map(([key, value]) => [key.slice(0, maxKey), value.slice(0, maxValue)]),
  )
}
