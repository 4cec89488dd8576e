/** Inputs whose cost is their size: what is allowed in bytes, in the shape that costs a reader the most. */
import * as fc from 'fast-check'

const repeated = (part: string, bytes: number): string =>
  part.repeat(Math.max(1, Math.floor(bytes / part.length)))
const listed = (bytes: number, one: (index: number) => string): string => {
  const parts: string[] = []
  for (let length = 0; length < bytes; ) {
    const part = one(parts.length)
    parts.push(part)
    length += part.length + 1
  }
  return parts.join(',')
}
const quoted = (text: string): string => JSON.stringify(text)

/** JSON values of about so many bytes. */
const values: readonly ((bytes: number) => string)[] = [
  (bytes) => `{${listed(bytes, (index) => `"k${index}":1`)}}`,
  (bytes) => `{${listed(bytes, () => '"same":1')}}`,
  (bytes) => `[${listed(bytes, () => '{"a":1}')}]`,
  (bytes) => `[${listed(bytes, () => '1')}]`,
  (bytes) => `[${listed(bytes, () => '""')}]`,
  (bytes) => repeated('[', bytes / 2) + repeated(']', bytes / 2),
  (bytes) => `[${listed(bytes, () => '['.repeat(25) + ']'.repeat(25))}]`,
  (bytes) => quoted(repeated('*a', bytes)),
  (bytes) => quoted(repeated('a,', bytes)),
  (bytes) => quoted(repeated('(a+)+$', bytes)),
  (bytes) => quoted(repeated(' ', bytes)),
  (bytes) => `"${repeated('\\u0041', bytes)}"`,
  (bytes) => quoted(repeated('é', bytes / 2)),
  (bytes) => repeated('9', bytes),
  // Documents of other languages inside a text: mutelists, credentials of clusters, metadata.
  (bytes) => quoted(listed(bytes, (index) => `k${index}: 1`).replaceAll(',', '\n')),
  (bytes) => quoted(repeated('- ', bytes)),
  (bytes) => quoted(`{${listed(bytes, (index) => `k${index}`)}}`),
  (bytes) => quoted(`a: &a [${listed(bytes, () => '*a')}]`),
  (bytes) => quoted(`<a ${listed(bytes, (index) => `xmlns:p${index}="u"`).replaceAll(',', ' ')}/>`),
  (bytes) => quoted(`<a>${repeated('<b/>', bytes)}</a>`),
  (bytes) => quoted(`<a>${repeated('&lt;', bytes)}</a>`),
]

const sizes = fc.constantFrom(20_000, 200_000, 1_000_000)

/** A JSON value as text. */
export const heavyValues: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...values), sizes)
  .map(([make, bytes]) => make(bytes))

const most = 13_000
/** Search parts as long as a request line may be; `names` are the parameters of the operation. */
export const heavyQueries = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom('filter[x]', 'sort', 'include', ...names).map(encodeURIComponent)
  const shapes: fc.Arbitrary<string> = fc.oneof(
    fc.constant(listed(most, (index) => `a${index}=1`).replaceAll(',', '&')),
    name.map((one) => listed(most, () => `${one}=1`).replaceAll(',', '&')),
    name.map((one) => `${one}=${listed(most, (index) => `a${index}`)}`),
    name.map((one) => `${one}=${repeated('*a', most)}`),
    name.map((one) => `${one}=${repeated('%25', most)}`),
    name.map((one) => `${one}=${repeated('a.', most)}`),
    fc.constant(repeated('&', most)),
    fc.constant(repeated('filter[', most)),
  )
  return shapes.map((text) => `?${text.slice(0, most)}`)
}
