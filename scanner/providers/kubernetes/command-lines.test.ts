import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isUnread } from '../../kit/index.ts'
import { type Container, type FlagValues, programAt, readFlags } from './command-lines.ts'

const flags = {
  anonymous_auth: 'boolean',
  audit_log_maxage: 'number',
  authorization_mode: 'list',
  client_ca_file: 'text',
  etcd_servers: 'origins',
  request_timeout: 'seconds',
} as const

type Values = FlagValues<typeof flags>

const none: Values = {
  anonymous_auth: null,
  audit_log_maxage: null,
  authorization_mode: null,
  client_ca_file: null,
  etcd_servers: null,
  request_timeout: null,
}

const program = 'kube-apiserver'
const readOf = (args: readonly string[], more: Container = {}) =>
  readFlags({ command: [program], args, ...more }, program, flags)

/** Values, with codes for unread ones. */
const shown = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isUnread(value) ? value.code : value]),
  )

const allUnread = (code: string) =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, code]))

const cases: readonly (readonly [
  sentence: string,
  args: readonly string[],
  values: Readonly<Record<string, unknown>>,
])[] = [
  ['a flag with its value in the same word', ['--client-ca-file=/ca'], { client_ca_file: '/ca' }],
  ['a value in the next word', ['--client-ca-file', '/ca'], { client_ca_file: '/ca' }],
  [
    'a value in the next word that looks like a flag',
    ['--client-ca-file', '--anonymous-auth=false'],
    { client_ca_file: '--anonymous-auth=false' },
  ],
  ['a value with equals signs', ['--client-ca-file=a=b'], { client_ca_file: 'a=b' }],
  ['an empty value', ['--client-ca-file='], {}],
  ['a boolean without a value', ['--anonymous-auth'], { anonymous_auth: true }],
  ['a boolean as Go reads it', ['--anonymous-auth=F'], { anonymous_auth: false }],
  [
    'a boolean that takes no next word',
    ['--anonymous-auth', 'false', '--audit-log-maxage=30'],
    { anonymous_auth: true, audit_log_maxage: 30 },
  ],
  ['a boolean that is none', ['--anonymous-auth=no'], { anonymous_auth: 'flag_invalid' }],
  ['a flag with one hyphen', ['-anonymous-auth=false'], { anonymous_auth: false }],
  ['a flag with underscores', ['--anonymous_auth=false'], { anonymous_auth: false }],
  [
    'the last of several values',
    ['--anonymous-auth=false', '--anonymous-auth=true'],
    { anonymous_auth: true },
  ],
  [
    'all values of a list',
    ['--authorization-mode=Node', '--authorization-mode', 'RBAC,Webhook'],
    { authorization_mode: ['Node', 'RBAC', 'Webhook'] },
  ],
  ['an empty list', ['--authorization-mode='], {}],
  ['a number that is none', ['--audit-log-maxage=30d'], { audit_log_maxage: 'flag_invalid' }],
  ['an octal number', ['--audit-log-maxage=010'], { audit_log_maxage: 'flag_invalid' }],
  ['a duration', ['--request-timeout=1h2m3.5s'], { request_timeout: 3723.5 }],
  ['a duration without a unit', ['--request-timeout=60'], { request_timeout: 'flag_invalid' }],
  ['a duration of nothing', ['--request-timeout=0'], { request_timeout: 0 }],
  ['a duration below nothing', ['--request-timeout=-1s'], { request_timeout: 'flag_invalid' }],
  ['other flags', ['--v=2', '--profiling', '--etcd-prefix=https://a:b@c'], {}],
  [
    'URLs, without what may be secret in them',
    ['--etcd-servers=https://a:b@c:2379/d?e#f,http://[::1]:2379'],
    { etcd_servers: ['https://c:2379', 'http://[::1]:2379'] },
  ],
  ['URLs of which one is none', ['--etcd-servers=https://c,d'], { etcd_servers: 'flag_invalid' }],
  [
    'a list with quotes',
    ['--authorization-mode="Node","RBAC"'],
    { authorization_mode: 'flag_invalid' },
  ],
  ['what comes after the end of flags', ['--', '--anonymous-auth=false'], {}],
  ['a flag whose value is missing', ['--client-ca-file'], { client_ca_file: 'flag_not_literal' }],
  [
    'a text of more than 1,000 characters',
    [`--client-ca-file=${'a'.repeat(1001)}`],
    { client_ca_file: 'flag_too_long' },
  ],
  [
    'a word of more than 4,096 characters',
    [`--client-ca-file=${'a'.repeat(5000)}`, '--anonymous-auth=false'],
    { client_ca_file: 'flag_not_literal', anonymous_auth: false },
  ],
  [
    'a list of more than 4,096 characters',
    Array.from({ length: 9 }, () => `--authorization-mode=${'a'.repeat(500)}`),
    { authorization_mode: 'flag_too_long' },
  ],
]

for (const [sentence, args, values] of cases) {
  test(`a command line is read with ${sentence}`, () =>
    deepEqual(shown(readOf(args)), { ...none, ...values }))
}

const env = [
  { name: 'CA', value: '/pki/ca.crt' },
  { name: 'DIR', value: '/pki' },
  { name: 'EMPTY' },
  { name: 'SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
  { name: 'NESTED', value: '$(CA)' },
]

const references: readonly (readonly [
  string,
  readonly string[],
  Readonly<Record<string, unknown>>,
])[] = [
  ['a variable', ['--client-ca-file=$(CA)'], { client_ca_file: '/pki/ca.crt' }],
  ['parts of a value', ['--client-ca-file=$(DIR)/$(EMPTY)ca'], { client_ca_file: '/pki/ca' }],
  ['an escaped reference', ['--client-ca-file=$$(CA)'], { client_ca_file: '$(CA)' }],
  ['a dollar sign alone', ['--client-ca-file=$a$'], { client_ca_file: '$a$' }],
  ['a reference without an end', ['--client-ca-file=$(CA'], { client_ca_file: '$(CA' }],
  ['a value from a Secret', ['--client-ca-file=$(SECRET)'], { client_ca_file: 'flag_not_literal' }],
  [
    'a variable in a variable',
    ['--client-ca-file=$(NESTED)'],
    { client_ca_file: 'flag_not_literal' },
  ],
  ['an unknown variable', ['--client-ca-file=$(OTHER)'], { client_ca_file: 'flag_not_literal' }],
  [
    'an unknown value in the next word',
    ['--client-ca-file', '$(OTHER)', '--anonymous-auth=false'],
    { client_ca_file: 'flag_not_literal', anonymous_auth: false },
  ],
  [
    'an unknown value before a known one',
    ['--client-ca-file=$(OTHER)', '--client-ca-file=/ca'],
    { client_ca_file: '/ca' },
  ],
  [
    'an unknown part of a list',
    ['--authorization-mode=$(OTHER)', '--authorization-mode=RBAC'],
    { authorization_mode: 'flag_not_literal' },
  ],
  ['an unknown value of a flag that no check reads', ['--v=$(OTHER)'], {}],
  ['an unknown word', ['$(OTHER)', '--anonymous-auth=false'], allUnread('flag_not_literal')],
  ['an unknown name of a flag', ['--$(OTHER)=false'], allUnread('flag_not_literal')],
]

for (const [sentence, args, values] of references) {
  test(`references to variables: ${sentence}`, () =>
    deepEqual(shown(readOf(args, { env })), { ...none, ...values }))
}

const starts: readonly (readonly [string, Container, string | null])[] = [
  ['its name', { command: [program] }, null],
  ['its path', { command: [`/usr/local/bin/${program}`] }, null],
  ['arguments alone', { args: [program] }, null],
  ['the wrapper of its image', { command: ['/go-runner', '--also-stdout', program] }, null],
  ['a shell', { command: ['/bin/sh', '-c', `${program} --profiling=false`] }, 'started_by_shell'],
  ['another program', { command: ['watcher', program] }, 'started_by_another_program'],
  ['the image', { args: ['--anonymous-auth=false'] }, 'command_not_in_spec'],
  ['a reference', { command: [`$(BIN)/x`] }, 'started_by_another_program'],
  ['too many words', { command: [program, ...Array(1001).fill('-v')] }, 'command_line_too_long'],
]

for (const [by, container, code] of starts) {
  test(`a program that is started by ${by} is ${code ? 'not read' : 'read'}`, () =>
    deepEqual(shown(readFlags(container, program, flags)), code ? allUnread(code) : none))
}

test('what is no list of texts starts nothing', () => {
  for (const command of ['kube-apiserver', [null], { 0: program }, 7]) {
    equal(programAt({ command: command as unknown as readonly string[] }, program), -1)
  }
})

const etcdFlags = { auto_tls: 'boolean', cert_file: 'text' } as const
const etcd = (container: Container) =>
  shown(readFlags({ command: ['etcd'], ...container }, 'etcd', etcdFlags, 'ETCD_'))

test('a variable with the prefix sets a flag that the command line does not give', () => {
  const variables = [
    { name: 'ETCD_AUTO_TLS', value: 'true' },
    { name: 'ETCD_CERT_FILE', value: '/env.crt' },
  ]
  deepEqual(etcd({ env: variables }), { auto_tls: true, cert_file: '/env.crt' })
  deepEqual(etcd({ env: variables, args: ['--cert-file=/flag.crt', '--auto-tls=false'] }), {
    auto_tls: false,
    cert_file: '/flag.crt',
  })
})

test('a variable whose value the spec does not hold leaves its flag unread, unless the flag is given', () => {
  const variables = [{ name: 'ETCD_AUTO_TLS', valueFrom: {} }]
  deepEqual(etcd({ env: variables }), { auto_tls: 'flag_not_literal', cert_file: null })
  deepEqual(etcd({ env: variables, args: ['--auto-tls=false'] }), {
    auto_tls: false,
    cert_file: null,
  })
})

test('variables of a ConfigMap or Secret may set any flag that nothing else sets', () => {
  const container = { envFrom: [{ configMapRef: { name: 'c' } }], args: ['--auto-tls=false'] }
  deepEqual(etcd(container), { auto_tls: false, cert_file: 'variables_not_read' })
})

/** A word that is neither a flag nor a reference. */
const plain = fc.stringMatching(/^[a-z/][a-z0-9/.:-]{0,20}$/)
const given = fc.record({
  anonymous_auth: fc.boolean(),
  audit_log_maxage: fc.integer({ min: -9, max: 99_999 }),
  authorization_mode: fc.array(plain, { minLength: 1, maxLength: 5 }),
  client_ca_file: plain,
})
const spelling = fc.record({
  hyphens: fc.constantFrom('-', '--'),
  underscores: fc.boolean(),
  twoWords: fc.boolean(),
  byVariable: fc.boolean(),
  before: fc.constantFrom([], ['--v=2'], ['-x'], ['word'], ['--feature-gates', 'A=true']),
})

test('flags give the same values however they are spelled', () => {
  fc.assert(
    fc.property(given, fc.array(spelling, { minLength: 4, maxLength: 4 }), (values, spellings) => {
      const variables: { name: string; value: string }[] = []
      const args = Object.entries(values).flatMap(([name, value], n) => {
        const how = spellings[n] ?? spellings[0]
        if (!how) return []
        const flag = how.hyphens + (how.underscores ? name : name.replaceAll('_', '-'))
        const known = String(value)
        if (how.byVariable) variables.push({ name: `V${n}`, value: known })
        const text = how.byVariable ? `$(V${n})` : known
        // The value of a boolean must be in the same word.
        const inOne = name === 'anonymous_auth' || !how.twoWords
        return [...how.before, ...(inOne ? [`${flag}=${text}`] : [flag, text])]
      })
      deepEqual(shown(readOf(args, { env: variables })), { ...none, ...values })
    }),
  )
})

test('no command line makes the reader throw, and no value is longer than its bound', () => {
  const piece = fc.constantFrom(
    '$',
    '(',
    ')',
    'A',
    '$(A)',
    '$$',
    '-',
    '--',
    '=',
    'client-ca-file',
    ',',
  )
  const word = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const variables = [{ name: 'A', value: 'a'.repeat(900) }]
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (args) => {
      const { client_ca_file: file, authorization_mode: modes } = readOf(args, { env: variables })
      ok(file === null || isUnread(file) || file.length <= 1000)
      ok(modes === null || isUnread(modes) || modes.join(',').length <= 4096)
    }),
  )
})

/** The CPU time of parsing in milliseconds, the fastest of five runs. */
function cost(container: Container): number {
  const runs = Array.from({ length: 5 }, () => {
    const begun = process.cpuUsage()
    readFlags(container, program, flags)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
  return Math.min(...runs)
}

const hostile: readonly (readonly [string, (size: number) => Container])[] = [
  [
    'references to a long value',
    (size) => ({
      args: Array.from({ length: 900 }, () => '$(A)'.repeat(size / 900)),
      env: [{ name: 'A', value: 'a'.repeat(4000) }],
    }),
  ],
  [
    'references to a value of a megabyte',
    (size) => ({
      args: Array.from({ length: 900 }, () => '--client-ca-file=$(A)'),
      env: [{ name: 'A', value: 'a'.repeat(size) }],
    }),
  ],
  ['references without an end', (size) => ({ args: [`--client-ca-file=${'$('.repeat(size)}`] })],
  ['references with one end', (size) => ({ args: [`--client-ca-file=${'$('.repeat(size)})`] })],
  ['dollar signs', (size) => ({ args: ['$'.repeat(size)] })],
  ['hyphens', (size) => ({ args: ['-'.repeat(size)] })],
  ['durations', (size) => ({ args: [`--request-timeout=${'1m'.repeat(size)}x`] })],
  ['digits', (size) => ({ args: [`--request-timeout=${'1'.repeat(size)}`] })],
  ['commas', (size) => ({ args: [`--authorization-mode=${','.repeat(size)}`] })],
  [
    'variables',
    (size) => ({
      env: Array.from({ length: size / 10 }, (_, n) => ({ name: `V${n}`, value: '$' })),
    }),
  ],
]

for (const [what, container] of hostile) {
  test(`a command line with very many ${what} costs no more than its length`, () => {
    const large = cost({ command: [program], ...container(400_000) })
    ok(large < 250, `${large} ms`) // quadratic work takes seconds here
  })
}
