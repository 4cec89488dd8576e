/** The help of each command: the source of `plumbline --help`, `plumbline <command> --help` and usage errors. */

type Group = 'Run' | 'Scan' | 'Data' | 'Operate'

interface CommandHelp {
  readonly group: Group
  /** For the list of commands; at most 62 characters, so that a line fits 80 columns. */
  readonly summary: string
  /** Without the name of the program. */
  readonly usage: readonly string[]
  readonly options?: readonly (readonly [option: string, text: string])[]
  readonly example: string
}

const scanOptions = [
  ['--output FORMAT', 'table (default), ocsf, json or sarif'],
  ['--fail-on SEVERITY', 'lowest severity of a FAIL that exits with 3; never: always exit 0'],
  ['--checks A,B', 'run only these checks'],
  ['--config FILE', 'scan configuration, YAML or JSON; see plumbline config show'],
] as const

const server = [
  ['--url URL', 'address of the server (default http://127.0.0.1:8080)'],
  ['--key KEY', 'API key, pk_…; or set PLUMBLINE_API_KEY'],
] as const

export const commandHelp = {
  serve: {
    group: 'Run',
    summary: 'Serve the API and the web app, and run background work',
    usage: ['serve'],
    example: 'PORT=8080 plumbline serve',
  },
  demo: {
    group: 'Run',
    summary: 'Serve a demo with scans of bundled AWS, GitHub and Okta accounts',
    usage: ['demo [--exit] [--only KIND]'],
    options: [
      ['--exit', 'exit after the findings are printed'],
      ['--only KIND', 'scan only one account: aws, github or okta'],
    ],
    example: 'plumbline demo --only aws',
  },
  worker: {
    group: 'Run',
    summary: 'Run background work only; requires DATABASE_URL',
    usage: ['worker'],
    example: 'DATABASE_URL=postgres://plumbline_server@db/plumbline plumbline worker',
  },
  mcp: {
    group: 'Run',
    summary: 'Serve findings to AI assistants over MCP, read-only by default',
    usage: ['mcp [--url URL] [--key KEY] [--allow-writes] [--http [HOST:]PORT [--hostnames A,B]]'],
    options: [
      ...server,
      ['--allow-writes', 'also offer tools that change findings and start scans'],
      ['--http [HOST:]PORT', 'listen on HTTP instead of stdio; each client sends its own key'],
      ['--hostnames A,B', 'names by which HTTP clients reach this server'],
    ],
    example: 'PLUMBLINE_API_KEY=pk_… plumbline mcp --url https://plumbline.example.com',
  },
  scan: {
    group: 'Scan',
    summary: 'Scan an account without a server',
    usage: [
      'scan aws [--account ID] [OPTIONS]',
      'scan github [--account LOGIN] [--app-id ID --app-key FILE] [OPTIONS]',
      'scan kubernetes [--kubeconfig FILE] [--context NAME] [--in-cluster] [OPTIONS]',
      'scan okta [--domain NAME] [--client-id ID] [--private-key-file FILE] [OPTIONS]',
    ],
    options: [
      ...scanOptions,
      ['--record FILE', 'also save what was read, for plumbline judge'],
      ['--policy', 'print the permissions that the scan requires, and exit'],
      ['--account ID', 'fail if the credentials belong to another account'],
      ['--app-id ID', 'GitHub App to sign in with'],
      ['--app-key FILE', 'private key of the GitHub App'],
      ['--kubeconfig FILE', 'default: KUBECONFIG, then ~/.kube/config'],
      ['--context NAME', 'context of the kubeconfig (default: the current one)'],
      ['--in-cluster', 'sign in with the service account of the pod'],
      ['--domain NAME', 'Okta organization, for example acme.okta.com'],
      ['--client-id ID', 'Okta API service app to sign in with'],
      ['--private-key-file FILE', 'private key of the Okta app'],
    ],
    example: 'plumbline scan aws --output sarif --fail-on high > findings.sarif',
  },
  judge: {
    group: 'Scan',
    summary: 'Run the checks again on a recorded scan',
    usage: ['judge FILE [OPTIONS]'],
    options: [...scanOptions, ['--policy', 'print the permissions that the recorded scan lacked']],
    example: 'plumbline judge scan.ndjson --checks s3_bucket_public_access',
  },
  explain: {
    group: 'Scan',
    summary: 'Show the values and the rule behind a finding, and the fix',
    usage: ['explain FINDING [--file FILE [--config FILE] | --tenant ID]'],
    options: [
      ['--file FILE', 'output of plumbline scan (json or ocsf) that has the finding'],
      ['--config FILE', 'scan configuration that was used for the file'],
      ['--tenant ID', 'look only in this tenant of the database'],
    ],
    example: 'plumbline explain 0198c1d2-0000-7000-8000-000000000001',
  },
  frameworks: {
    group: 'Scan',
    summary: 'List compliance frameworks and how much of each is automated',
    usage: ['frameworks [--provider KIND]'],
    options: [['--provider KIND', 'only frameworks for this kind of account']],
    example: 'plumbline frameworks --provider kubernetes',
  },
  config: {
    group: 'Scan',
    summary: 'Print the keys of a scan configuration with their defaults',
    usage: ['config show'],
    example: 'plumbline config show > scan.yaml',
  },
  import: {
    group: 'Data',
    summary: 'Upload OCSF findings of any scanner to a server',
    usage: ['import FILE [--url URL] [--key KEY]'],
    options: server,
    example: 'PLUMBLINE_API_KEY=pk_… plumbline import findings.ocsf.json',
  },
  evidence: {
    group: 'Data',
    summary: 'Verify a signed evidence bundle offline',
    usage: ['evidence verify FILE --key FILE', 'evidence key'],
    options: [['--key FILE', 'public key of the installation; evidence key prints it']],
    example: 'plumbline evidence verify bundle.zip --key plumbline.pub',
  },
  seed: {
    group: 'Data',
    summary: 'Create a tenant with generated findings, for load tests',
    usage: ['seed [OPTIONS]'],
    options: [
      ['--findings N', 'number of findings (default 100000)'],
      ['--scans N', 'number of scans (default 10)'],
      ['--accounts N', 'number of accounts (default: by the number of findings)'],
      ['--seed N', 'the same number generates the same data (default 1)'],
      ['--email ADDRESS', 'owner of the new tenant (default seed@plumbline.example)'],
      ['--tenant ID', 'use an existing empty tenant'],
      ['--add', 'with --tenant: add accounts to a tenant that has some'],
    ],
    example: 'plumbline seed --findings 10000 --scans 5',
  },
  migrate: {
    group: 'Operate',
    summary: 'Create or migrate the PostgreSQL database of DATABASE_ADMIN_URL',
    usage: ['migrate'],
    example: 'DATABASE_ADMIN_URL=postgres://admin@db/plumbline plumbline migrate',
  },
  backup: {
    group: 'Operate',
    summary: 'Write a verified dump of the embedded database',
    usage: ['backup [FILE]'],
    example: 'plumbline backup plumbline.tar.gz',
  },
  restore: {
    group: 'Operate',
    summary: 'Restore the embedded database from a dump',
    usage: ['restore FILE [--replace]'],
    options: [['--replace', 'move an existing database aside']],
    example: 'plumbline restore plumbline.tar.gz --replace',
  },
  users: {
    group: 'Operate',
    summary: 'Show, verify or release an address, or reset a password',
    usage: ['users show|verify|release|reset EMAIL'],
    example: 'plumbline users verify ada@example.com',
  },
  domains: {
    group: 'Operate',
    summary: 'Show, verify or release a SAML sign-in domain',
    usage: ['domains show|release DOMAIN', 'domains verify DOMAIN TENANT_ID'],
    example: 'plumbline domains show example.com',
  },
  health: {
    group: 'Operate',
    summary: 'Check the server or the worker that runs on this host',
    usage: ['health [--ready | --worker]'],
    options: [
      ['--ready', 'also check that the server reaches its database'],
      ['--worker', 'check a worker, which listens on no port'],
    ],
    example: 'plumbline health --ready',
  },
  audit: {
    group: 'Operate',
    summary: 'Verify that the audit log was not changed',
    usage: ['audit verify [--tenant ID] [--heads FILE]', 'audit heads [--out FILE]'],
    options: [
      ['--tenant ID', 'verify only this tenant'],
      ['--heads FILE', 'also compare with hashes that audit heads wrote earlier'],
      ['--out FILE', 'write the hashes to a file instead of standard output'],
    ],
    example: 'plumbline audit verify --heads audit-heads.json',
  },
} as const satisfies Readonly<Record<string, CommandHelp>>

export type CommandName = keyof typeof commandHelp

/** `Usage: plumbline …`, one line for each form. */
export const usageLines = (name: CommandName): readonly string[] =>
  commandHelp[name].usage.map((form, at) => `${at === 0 ? 'Usage:' : '      '} plumbline ${form}`)

/** The text of `plumbline <command> --help`. */
export function helpOf(name: CommandName): string {
  const { summary, options = [], example }: CommandHelp = commandHelp[name]
  const width = Math.max(0, ...options.map(([option]) => option.length))
  const lines = options.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`)
  return [
    ...usageLines(name),
    '',
    `${summary}.`,
    ...(lines.length > 0 ? ['', 'Options:', ...lines] : []),
    '',
    'Example:',
    `  ${example}`,
    '',
  ].join('\n')
}

const groups: Readonly<Record<Group, string>> = {
  Run: 'Run',
  Scan: 'Scan without a server',
  Data: 'Import and verify data',
  Operate: 'Operate an installation',
}

/** The text of `plumbline --help`. */
export function overview(): string {
  const rows = Object.entries(commandHelp) as [CommandName, CommandHelp][]
  const sections = Object.entries(groups).flatMap(([group, title]) => [
    '',
    `${title}:`,
    ...rows
      .filter(([, help]) => help.group === group)
      .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`),
  ])
  return [
    'Usage: plumbline COMMAND [OPTIONS]',
    ...sections,
    '',
    'plumbline COMMAND --help shows the options of a command, with an example.',
    'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 findings at or above --fail-on.',
    '',
  ].join('\n')
}
