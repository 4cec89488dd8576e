/** The commands by name, and the text that is printed when one fails. */
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

export const commands: Readonly<
  Record<string, { readonly says: string; run(args: string[]): Promise<void> }>
> = {
  serve: {
    says: 'serve the API and run background work (settings: README)',
    run: async (args) => (await import('./serve.ts')).serve(args),
  },
  demo: {
    says: 'serve, scan fixture accounts of AWS, GitHub and Okta, show the findings (--exit: leave then; --only <kind>)',
    run: async (args) => (await import('./demo.ts')).demo(args),
  },
  worker: {
    says: 'run background work only; needs DATABASE_URL',
    run: async (args) => (await import('./serve.ts')).work(args),
  },
  migrate: {
    says: 'prepare the PostgreSQL database of DATABASE_ADMIN_URL',
    run: async (args) => (await import('./migrate.ts')).migrate(args),
  },
  audit: {
    says: 'audit verify [--tenant <id>] [--heads FILE]: are events as they were written; audit heads [--out FILE]',
    run: async (args) => (await import('./audit.ts')).audit(args),
  },
  users: {
    says: 'users show|verify|release <email>: whose an address is; it is proven; it is free again',
    run: async (args) => (await import('./users.ts')).users(args),
  },
  domains: {
    says: 'domains show|release <domain>, domains verify <domain> <tenant id>: which tenant a SAML domain leads to',
    run: async (args) => (await import('./domains.ts')).domains(args),
  },
  backup: {
    says: 'write a verified dump of the embedded database: backup [FILE]',
    run: async (args) => (await import('./backup.ts')).backup(args),
  },
  restore: {
    says: 'make the embedded database from a dump: restore FILE [--replace]',
    run: async (args) => (await import('./backup.ts')).restore(args),
  },
  import: {
    says: 'send a file of OCSF findings to a server: import FILE [--url …] [--key pk_…]',
    run: async (args) => (await import('./import.ts')).importFile(args),
  },
  seed: {
    says: 'make up a tenant: seed [--findings 100000] [--scans 10] [--accounts n] [--tenant id --add]',
    run: async (args) => (await import('./seed.ts')).seedTenant(args),
  },
  scan: {
    says: 'scan an account without a server: scan aws [--account id], scan github [--account login] [--app-id ID --app-key FILE], scan kubernetes [--kubeconfig FILE] [--context NAME] [--in-cluster], or scan okta [--domain NAME] [--client-id ID] [--private-key-file FILE]; all [--output table|ocsf|json|sarif] [--fail-on severity|never] [--checks a,b] [--config FILE] [--record FILE]; --policy: the permissions it takes',
    run: async (args) => (await import('./scan.ts')).scan(args),
  },
  judge: {
    says: 'run the checks again on a recorded scan: judge FILE [--output …] [--fail-on …] [--checks a,b] [--config FILE]; --policy: what it lacked',
    run: async (args) => (await import('./judge.ts')).judge(args),
  },
  explain: {
    says: 'explain FINDING [--file FILE] [--config FILE] [--tenant id]: the values and the rule behind a verdict, and the fix',
    run: async (args) => (await import('./explain.ts')).explainFinding(args),
  },
  evidence: {
    says: 'evidence verify FILE --key FILE: is a bundle as it was signed, offline; evidence key: this installation’s public key',
    run: async (args) => (await import('./evidence.ts')).evidence(args),
  },
  mcp: {
    says: 'serve findings to assistants (MCP) over stdio, or --http PORT; only reads without --allow-writes',
    run: async (args) => (await import('./mcp.ts')).mcp(args),
  },
  frameworks: {
    says: 'frameworks [--provider aws]: how much of each framework the checks that there are can judge',
    run: async (args) => (await import('./frameworks.ts')).listFrameworks(args),
  },
  config: {
    says: 'config show: the keys of a scan configuration, with their defaults',
    run: async (args) => (await import('./config.ts')).config(args),
  },
}

const exitCodes =
  'Exit codes: 0 done, 1 it failed, 2 the command line is wrong, 3 a scan found something (--fail-on).'

export function usage(): string {
  const lines = Object.entries(commands).map(([name, { says }]) => `  ${name.padEnd(10)} ${says}`)
  return `Usage: plumbline <command>\n\n${lines.join('\n')}\n\n${exitCodes}\n`
}

/** The text to print about an error, in most cases one line, and the exit code. */
export function failure(error: unknown): { readonly text: string; readonly status: number } {
  const { name, message, stack } = error as Error
  const text = String(plainErrors.has(name) ? message : (stack ?? error))
  return {
    text: `${text.split('\n').map(printable).join('\n')}\n`,
    status: name === 'UsageError' ? 2 : 1,
  }
}
