// Analyses of workflows for tests.
import { readYaml } from '../../../yaml.ts'
import { Analyzer, type Analysis } from './dangers.ts'
import { mappingOf } from './mappings.ts'

const limits = { bytes: 1_000_000, tokens: 200_000, aliases: 100, nodes: 100_000 }

/** Analyzes values of `octo-org/shop`, by path, as one repository. */
export function analyzeValues(values: Readonly<Record<string, unknown>>): readonly Analysis[] {
  const files = Object.entries(values).map(([name, value]) => ({
    path: `.github/workflows/${name}`,
    workflow: mappingOf(value),
  }))
  const analyzer = new Analyzer('octo-org/shop', files, true)
  return files.map((file) => analyzer.analyze(file))
}

/** Analyzes YAML texts, by file name. */
export const analyzeAll = (texts: Readonly<Record<string, string>>): readonly Analysis[] =>
  analyzeValues(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readYaml(text, limits)])),
  )

export const analyzed = (value: unknown): Analysis =>
  analyzeValues({ 'test.yml': value })[0] ?? { dangers: [], unclear: [] }

export const analyze = (text: string): Analysis => analyzed(readYaml(text, limits))

export const dangersOf = (text: string): readonly string[] => analyze(text).dangers
