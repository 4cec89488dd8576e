/** The data that a scan read of a resource, as lines. The API returns it as JSON text. */
export interface Fact {
  /** The full path: `encryption.key`. */
  readonly name: string
  readonly value: string
}

const mostFacts = 200

export function factsOf(metadata: string | null): readonly Fact[] {
  if (!metadata) return []
  let read: unknown
  try {
    read = JSON.parse(metadata)
  } catch {
    return [{ name: 'metadata', value: metadata }] // written by another scanner
  }
  const facts: Fact[] = []
  const add = (name: string, value: unknown): void => {
    if (facts.length >= mostFacts) return
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
      facts.push({ name, value: value.length === 0 ? 'none' : value.join(', ') })
    else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      if (entries.length === 0 && name) facts.push({ name, value: 'none' })
      for (const [key, inner] of entries) add(name ? `${name}.${key}` : key, inner)
    } else facts.push({ name: name || 'metadata', value: value === null ? 'none' : String(value) })
  }
  add('', read)
  return facts
}
