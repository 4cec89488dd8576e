import type { CheckFacts, Severity } from '../../kit/index.ts'
import rows from './catalog.json' with { type: 'json' }

type Row = Omit<CheckFacts, 'severity' | 'config_keys' | 'aliases' | 'deprecated'> & {
  severity: string
  config_keys?: readonly string[]
  aliases?: readonly string[]
  deprecated?: boolean
}

/** The facts of every AWS check there is a known id for, implemented here or not. */
export const catalog: ReadonlyMap<string, CheckFacts> = new Map(
  (rows as readonly Row[]).map((row) => [
    row.id,
    { config_keys: [], aliases: [], deprecated: false, ...row, severity: row.severity as Severity },
  ]),
)
