/** Where a new feature and its table are listed: text in, text out. */
import type { FeatureName } from './feature-files.ts'

interface Place {
  readonly path: string
  /** The text with the feature in it; undefined where it no longer looks as expected. */
  readonly with: (text: string, feature: FeatureName) => string | undefined
}

const replaced = (text: string, found: RegExp, by: (...groups: string[]) => string) =>
  found.test(text) ? text.replace(found, (...groups: string[]) => by(...groups)) : undefined

export const featurePlaces: readonly Place[] = [
  {
    path: 'layers.ts', // to the left of all that it may use
    with: (text, { plural }) =>
      replaced(
        text,
        /(in: 'server\/features\/',\s+modules:\s+'seed) /,
        (_, before) => `${before} ${plural} `,
      ),
  },
  {
    path: 'ARCHITECTURE.md',
    with: (text, { plural }) => {
      const ordered = replaced(
        text,
        /^(server\/features +seed) →/m,
        (_, before) => `${before} → ${plural} →`,
      )
      return (
        ordered &&
        replaced(ordered, /^( {28}.*\bchecks, audit)$/m, (_, before) => `${before}, ${plural}`)
      )
    },
  },
  {
    path: 'server/main.ts',
    with: (text, { plural, one }) => {
      const listed = replaced(
        text,
        /^( +)(\.\.\.more\(streams\),)$/m,
        (_, indent, more) => `${indent}...${one}Routes,\n${indent}${more}`,
      )
      return (
        listed &&
        replaced(
          listed,
          /^import .*\n?(?:^ .*\n)*(?:^\} )?from '\.\/platform\/|^import \{\n(?: .*\n)+\} from '\.\/platform\//m,
          (found) => `import { ${one}Routes } from './features/${plural}/index.ts'\n${found}`,
        )
      )
    },
  },
  {
    path: 'server/platform/db/tables.ts',
    with: (text, { plural, table }) =>
      replaced(
        text,
        /^ {2}\.\.\.tenant\('schedules', 'schedules'\),$/m,
        (line) => `${line}\n  ...tenant('${plural}', '${table}'),`,
      ),
  },
  {
    path: 'docs/security/keys-and-data.md',
    with: (text, { table }) =>
      replaced(text, /^(\| a tenant's settings \| .*) \|$/m, (_, row) => `${row}, \`${table}\` |`),
  },
]

/** The places as they become. Throws a sentence for one that no longer looks as expected. */
export function listedFeature(
  feature: FeatureName,
  read: (path: string) => string,
): ReadonlyMap<string, string> {
  return new Map(
    featurePlaces.map(({ path, with: withFeature }) => {
      const text = withFeature(read(path), feature)
      if (text === undefined)
        throw new Error(
          `${path} has no place for a feature any more; scripts/feature-places.ts says where.`,
        )
      return [path, text]
    }),
  )
}
