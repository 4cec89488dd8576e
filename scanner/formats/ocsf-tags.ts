/** Reads the tags of a resource from any location that producers use. */
import { at, isMembers, listAt } from './ocsf-values.ts'
import type { RecordProblem } from './records.ts'

/** The maximum number of tags of one resource. */
const maxTags = 200
/** Kubernetes has the longest keys: a domain name of 253 characters, a slash and a name of 63. */
const maxKey = 317
const maxValue = 1_024
/**
 * Maximum UTF-8 bytes of a key with its value: the database stores both in one index entry, which is limited to 2,700.
 */
const maxBytes = 2_500
/** The maximum number of labels of one resource to read. */
const maxLabels = 1_000
/** The maximum number of positions at which one label may be split: each is a key to look up. */
const maxCuts = 16

export interface ReadTags {
  /** Undefined if the record does not list the resource's tags. */
  readonly tags: Readonly<Record<string, string>> | undefined
  /** True if tags were omitted or truncated. */
  readonly isCut: boolean
}

type Pair = readonly [key: string, value: string]

/** Returns a string unchanged; numbers, true and false as in JSON. */
function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const scalarAt = (tag: unknown, ...names: readonly string[]): string | undefined =>
  names.map((name) => scalar(at(tag, name))).find((text) => text !== undefined && text !== '')

/** `{ Key, Value }`, `{ key, value }`, `{ name, value }`. */
function pairOf(tag: unknown): Pair | undefined {
  const key = scalarAt(tag, 'name', 'key', 'Key')
  return key === undefined ? undefined : [key, scalarAt(tag, 'value', 'Value') ?? '']
}

/** Pairs of an object with one member per tag. A tag without a value has null. */
function* membersOf(tags: object): Generator<Pair> {
  for (const [key, value] of Object.entries(tags)) {
    const text = value === null ? '' : scalar(value)
    if (text !== undefined && key !== '') yield [key, text]
  }
}

/** Reads a list of pairs, an object, or a list of objects, depending on the scanner. */
function* pairsOf(tags: unknown): Generator<Pair> {
  if (isMembers(tags)) return yield* membersOf(tags)
  if (!Array.isArray(tags)) return
  for (const tag of tags) {
    const pair = pairOf(tag)
    if (pair) yield pair
    else if (isMembers(tag)) yield* membersOf(tag)
  }
}

/** Locations of tags in the provider's format, with separate keys and values. */
function exactPlaces(resource: unknown): readonly unknown[] {
  const metadata = at(resource, 'data', 'metadata')
  return [at(metadata, 'tags'), at(metadata, 'Tags'), at(resource, 'tags')]
}

/** Keys with colons that AWS services write: `aws:` and a service, then a name; a service, then a name. */
const namespaced =
  /^(aws:[^:]+:[^:]+|(?:eks|ecs|elasticbeanstalk|elasticmapreduce|servicecatalog|inspector|dlm):[^:]+):([^]*)$/

/** Keys in labels of this product have no colon. */
function firstCut(label: string): Pair {
  const at = label.indexOf(':')
  return at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at + 1)]
}

/** The possible splits of a label into key and value, most likely first. */
function cuts(label: string, isProwlers: boolean): readonly Pair[] {
  const [, key, value] = namespaced.exec(label) ?? []
  const known: Pair[] = key === undefined ? [] : [[key, value ?? '']]
  // Prowler uses only colons as separators; a key may contain an equals sign.
  const separators = isProwlers && label.includes(':') ? /:/g : /[:=]/g
  const others: Pair[] = []
  for (const { index: at } of label.matchAll(separators)) {
    if (at > maxKey || others.length === maxCuts) break
    if (at > 0) others.push([label.slice(0, at), label.slice(at + 1)])
  }
  return [...known, ...others, [label, '']]
}

const encoder = new TextEncoder()

/** Truncates a tag's value to the recorded length. */
function cutValue(key: string, value: string): string {
  const short = value.slice(0, maxValue)
  if (3 * (key.length + short.length) <= maxBytes) return short // a character has at most three bytes
  const bytes = encoder.encode(key).length
  if (bytes + 3 * short.length <= maxBytes) return short
  const { read } = encoder.encodeInto(short, new Uint8Array(maxBytes - bytes))
  return short.slice(0, read)
}

class Tags {
  readonly found = new Map<string, string>()
  isCut = false

  get isFull(): boolean {
    return this.found.size >= maxTags
  }

  has(key: string, value: string): boolean {
    const found = this.found.get(key)
    return found !== undefined && found === cutValue(key, value)
  }

  set(key: string, value: string): void {
    if (key.length > maxKey || (this.isFull && !this.found.has(key))) {
      this.isCut = true
      return
    }
    const kept = cutValue(key, value)
    if (kept.length < value.length) this.isCut = true
    this.found.set(key, kept)
  }
}

/**
 * Returns tags by key. Exact tags come first. A label, which is key and value in one string, never replaces another
 * tag: it is split at the next position, or becomes a key without a value.
 */
export function tagsOf(resource: unknown, product: string | undefined): ReadTags {
  const tags = new Tags()
  const places = exactPlaces(resource)
  for (const place of places) {
    for (const [key, value] of pairsOf(place)) {
      tags.set(key, value)
      if (tags.isCut && tags.isFull) break
    }
  }
  const isOurs = product === 'Plumbline'
  const labels = isOurs && tags.found.size > 0 ? [] : listAt(resource, 'labels')
  for (const label of labels.slice(0, maxLabels)) {
    if (typeof label !== 'string' || label === '') continue
    addLabel(tags, label, isOurs ? [firstCut(label)] : cuts(label, product === 'Prowler'))
    if (tags.isCut && tags.isFull) break
  }
  if (labels.length > maxLabels) tags.isCut = true
  const isSaid = [...places, at(resource, 'labels')].some(
    (place) => place !== undefined && place !== null,
  )
  return { tags: isSaid ? Object.fromEntries(tags.found) : undefined, isCut: tags.isCut }
}

function addLabel(tags: Tags, label: string, pairs: readonly Pair[]): void {
  if (pairs.some(([key, value]) => tags.has(key, value))) return
  const free = pairs.find(([key]) => key.length <= maxKey && !tags.found.has(key))
  if (free) tags.set(...free)
  else if (label.length > maxKey) tags.isCut = true
}

export const cutTags = (index: number): RecordProblem => ({
  pointer: `/resources/${index}/tags`,
  code: 'too_many_tags',
  detail: `A resource is recorded with at most ${maxTags} tags, keys of ${maxKey} characters and values of ${maxValue} characters, and ${maxBytes} bytes for a key with its value. This resource has more, so some of its tags are omitted or truncated.`,
})
