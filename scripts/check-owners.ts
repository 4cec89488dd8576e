/** Only the module that owns a table writes it; its feature, or the platform, names it. */

export interface Source {
  readonly path: string
  readonly text: string
}

const written =
  /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)|\bdeleteSome\(\s*\w+,\s*'([a-z_]+)'/g

const moduleOf = (path: string): string | undefined =>
  /^server\/(?:features|platform)\/([^/]+)\//.exec(path)?.[1]

/** Statements that write tables of others, each as a sentence. Tests may plant what they like. */
export function foreignWrites(
  sources: readonly Source[],
  tables: readonly { readonly name: string; readonly owner: string }[],
): string[] {
  const owners = new Map(tables.map(({ name, owner }) => [name, owner]))
  return sources.flatMap(({ path, text }) => {
    const own = moduleOf(path)
    if (!own || /\.test\.ts$|\/testing\//.test(path)) return []
    return [...text.matchAll(written)].flatMap((match) => {
      const name = match[1] ?? match[2] ?? ''
      const owner = owners.get(name)
      if (!owner || owner === own) return []
      const line = text.slice(0, match.index).split('\n').length
      return [`${path}:${line} writes ${name}, which ${owner} owns.`]
    })
  })
}
