/** Query parameters in the API's format: `filter[status]`, `sort`, `page[size]`. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Brackets are not escaped, as in the API’s examples. */
export function search(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [
          `${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(value)}`,
        ],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
