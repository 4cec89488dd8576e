/** The commands by name, and the text that is printed when one fails. */
import type { CommandName } from './help.ts'
import type { Lifetime } from './lifetime.ts'
import { printable } from './terminal.ts'

/**
 * Errors of which only the message is printed, without a stack. They are listed by name, because importing their classes
 * loads the modules that throw them, which takes a second before the first output.
 */
const plainErrors: ReadonlySet<string> = new Set([
  'BackupFailed',
  'BadDump',
  'BadSetting',
  'CommandFailed',
  'DirectoryHeld',
  'RestoreRefused',
  'SeedRefused',
  'UnfitDatabase',
  'UsageError',
])

/** Servers end by their lifetime, all other commands with their work. */
type Run = (args: string[], lifetime: Lifetime) => Promise<void>

export const commands: Readonly<Record<CommandName, Run>> = {
  serve: async (args, lifetime) => (await import('./serve.ts')).serve(args, lifetime),
  demo: async (args, lifetime) => (await import('./demo.ts')).demo(args, lifetime),
  worker: async (args, lifetime) => (await import('./serve.ts')).work(args, lifetime),
  mcp: async (args) => (await import('./mcp.ts')).mcp(args),
  scan: async (args) => (await import('./scan.ts')).scan(args),
  judge: async (args) => (await import('./judge.ts')).judge(args),
  explain: async (args) => (await import('./explain.ts')).explainFinding(args),
  frameworks: async (args) => (await import('./frameworks.ts')).listFrameworks(args),
  config: async (args) => (await import('./config.ts')).config(args),
  import: async (args) => (await import('./import.ts')).importFile(args),
  evidence: async (args) => (await import('./evidence.ts')).evidence(args),
  seed: async (args) => (await import('./seed.ts')).seedTenant(args),
  migrate: async (args) => (await import('./migrate.ts')).migrate(args),
  backup: async (args) => (await import('./backup.ts')).backup(args),
  restore: async (args) => (await import('./backup.ts')).restore(args),
  users: async (args) => (await import('./users.ts')).users(args),
  domains: async (args) => (await import('./domains.ts')).domains(args),
  health: async (args) => (await import('./health.ts')).health(args),
  audit: async (args) => (await import('./audit.ts')).audit(args),
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** The text to print about an error, in most cases one line, and the exit code. */
export function failure(error: unknown): { readonly text: string; readonly status: number } {
  const { name, message, stack } = error as Error
  const text = String(plainErrors.has(name) ? message : (stack ?? error))
  return {
    text: `${text.split('\n').map(printable).join('\n')}\n`,
    status: name === 'UsageError' ? 2 : 1,
  }
}
