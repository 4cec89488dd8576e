/** Scan configurations on the command line: the defaults, and those in a file. */
import { readFileSync } from 'node:fs'
import { Problem, Problems } from '@plumbline/jsonapi'
import {
  type ConfigKey,
  configKeys,
  type Provider,
  readConfig,
  type ScanConfig,
} from '@plumbline/scanner'
import { readConfiguration } from '@plumbline/server'
import { usageLines } from './help.ts'
import { kinds } from './kinds.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

/** `plumbline config show`: every key with its meaning and its default, as a file to begin with. */
export async function config(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  if (rest.join(' ') !== 'show') throw new UsageError(...usageLines('config'))
  say(
    '# The keys of a scan configuration, with their defaults. See docs/guides/scan-configurations.md.',
  )
  for (const [name, { provider }] of Object.entries(kinds)) {
    say(`${name}:`)
    for (const key of (await configKeys(provider)).values()) {
      for (const line of linesOf(key)) say(`  ${line}`)
    }
  }
}

function linesOf({ name, about, default: normal, checks }: ConfigKey): readonly string[] {
  const value = JSON.stringify(normal)
  return [
    `# ${about}`,
    ...(checks.length > 0 ? [`# Read by ${checks.join(', ')}.`] : []),
    normal === null ? `# ${name}:` : `${name}: ${value}`, // JSON is YAML
  ]
}

/**
 * The keys that a scan of this kind reads out of a file of YAML or JSON, and the names of those that nothing reads.
 * Throws CommandFailed with a line for each value that is not taken.
 */
export async function configIn(
  file: string,
  provider: Provider<unknown>,
): Promise<{ readonly config: ScanConfig; readonly unknownKeys: readonly string[] }> {
  try {
    const text = readFileSync(file, 'utf8')
    const { configuration, unknownKeys } = await readConfiguration(text)
    const { config, unknown, problems } = await readConfig(
      provider,
      configuration[provider.type] ?? {},
    )
    if (problems.length > 0) {
      const lines = problems.map(({ path, detail }) => `${path.join('.')}: ${detail}`)
      throw new CommandFailed(...lines.map((line) => `${file}: ${provider.type}.${line}`))
    }
    // The server reads the keys of the kinds that it scans; some are scanned by a command alone.
    const others = unknownKeys.filter((key) => !Object.hasOwn(kinds, key.split('.', 1)[0] ?? ''))
    return { config, unknownKeys: [...others, ...unknown.map((key) => `${provider.type}.${key}`)] }
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const problems = error instanceof Problems ? error.problems : [error]
    const lines = problems.map((problem) => {
      if (problem instanceof Problem) return `${file}: ${placeOf(problem)}${problem.detail}`
      if (error instanceof Error && 'syscall' in error)
        return `${file} cannot be read: ${error.message}`
      throw error
    })
    throw new CommandFailed(...lines)
  }
}

const placeOf = ({ source }: Problem): string => {
  const path = source && 'pointer' in source ? source.pointer.split('/').slice(4).join('.') : ''
  return path && `${path}: `
}
