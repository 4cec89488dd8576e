/** The systemd unit in ship/: hardened, and valid where systemd can verify it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { knownSettings, orderlyStopSeconds, secretSettings } from './ship-settings.ts'

const unit = readFileSync(join(import.meta.dirname, '../ship/plumbline.service'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'plumbline-unit-'))
after(() => rmSync(folder, { recursive: true }))

/** The values of a directive, in order; an empty one takes all rights. */
const valuesOf = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const environment = Object.fromEntries(
  valuesOf('Environment').flatMap((line) =>
    line.split(' ').map((one) => {
      const at = one.indexOf('=')
      return [one.slice(0, at), one.slice(at + 1)] as const
    }),
  ),
)

test('the unit takes the rights that the server does not need', () => {
  const required: Readonly<Record<string, readonly string[]>> = {
    DynamicUser: ['yes'],
    NoNewPrivileges: ['yes'],
    CapabilityBoundingSet: [''],
    AmbientCapabilities: [''],
    ProtectSystem: ['strict'],
    ProtectHome: ['yes'],
    PrivateTmp: ['yes'],
    PrivateDevices: ['yes'],
    ProtectKernelTunables: ['yes'],
    ProtectKernelModules: ['yes'],
    ProtectKernelLogs: ['yes'],
    ProtectControlGroups: ['yes'],
    RestrictAddressFamilies: ['AF_INET AF_INET6 AF_UNIX'],
    RestrictNamespaces: ['yes'],
    RestrictSUIDSGID: ['yes'],
    SystemCallFilter: ['@system-service', '~@privileged @resources'],
    // Node and V8 try calls that are not in these groups, and would be killed.
    SystemCallErrorNumber: ['EPERM'],
    StateDirectoryMode: ['0700'],
    UMask: ['0077'],
  }
  for (const [name, values] of Object.entries(required))
    assert.deepEqual(valuesOf(name), values, name)
})

test('the unit lets V8 and WebAssembly write machine code', () => {
  assert.deepEqual(valuesOf('MemoryDenyWriteExecute'), [])
})

test('the unit has room for the first start with the embedded database', () => {
  assert.deepEqual(valuesOf('MemoryMax'), ['2G'])
})

test('the settings of the unit are known, and the encryption key is a credential', () => {
  const ofNode = ['NODE_ENV', 'NODE_COMPILE_CACHE']
  const unknown = Object.keys(environment).filter(
    (name) => !knownSettings.has(name) && !ofNode.includes(name),
  )
  assert.deepEqual(unknown, [])
  for (const name of secretSettings) assert.equal(environment[name], undefined, name)
  const [credential = '', source] = valuesOf('LoadCredential')[0]?.split(':') ?? []
  assert.equal(environment['ENCRYPTION_KEY_FILE'], `%d/${credential}`)
  assert.equal(source, '/etc/plumbline/encryption.key')
  assert.equal(environment['DATA_DIR'], `/var/lib/${valuesOf('StateDirectory')[0]}`)
})

test('the server gets the time that an orderly stop takes, also behind a load balancer', () => {
  assert.ok(Number(valuesOf('TimeoutStopSec')[0]) >= orderlyStopSeconds({ LEAVE_SECONDS: '5' }))
})

const isAbsent = spawnSync('systemd-analyze', ['--version']).error !== undefined
const skip = isAbsent && 'systemd-analyze is not installed'

test('systemd accepts the unit and rates it as safe', { skip }, () => {
  // The archive is not installed here: another program that exists is started instead.
  const path = join(folder, 'plumbline.service')
  writeFileSync(path, unit.replace('/opt/plumbline/bin/plumbline', process.execPath))
  for (const args of [
    ['verify', '--man=no', path],
    ['security', '--offline=true', '--threshold=20', path],
  ]) {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
    assert.equal(stderr, '', args[0])
  }
})
