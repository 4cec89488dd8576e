/** `plumbline scan kubernetes`: what it signs in with, and what it prints. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  base64,
  emptyCluster,
  type FixtureCluster,
  startFixtureCluster,
} from '@plumbline/scanner/testing/kubernetes'
import { startTestProxy } from '@plumbline/scanner/testing/proxy'
import { processFlags } from '@plumbline/server/testing'
import { inClusterKubeconfig, kubeconfigIn } from './kubeconfig-file.ts'
import { CommandFailed } from './terminal.ts'
import { refusal } from './testing/refusal.ts'
import { main } from './testing/program.ts'

let cluster: FixtureCluster
let folder = ''
before(async () => {
  cluster = await startFixtureCluster({ state: emptyCluster() })
  folder = mkdtempSync(join(tmpdir(), 'plumbline-kubernetes-'))
})
after(async () => {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function plumbline(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  const env = { ...process.env, HOME: folder, KUBECONFIG: '', ...environment }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...processFlags, main, 'scan', 'kubernetes', ...args],
      { env, maxBuffer: 1e8 },
      (_, out, error) => resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })
}

test('a cluster is scanned with the kubeconfig that is named, of KUBECONFIG, or of the home folder', async () => {
  const named = file('named', cluster.kubeconfig({ context: 'staging' }))
  mkdirSync(join(folder, '.kube'), { recursive: true })
  file('.kube/config', cluster.kubeconfig({ context: 'home' }))
  for (const [args, environment, context] of [
    [['--kubeconfig', named], {}, 'staging'],
    [[], { KUBECONFIG: named }, 'staging'],
    [['--context', 'staging'], { KUBECONFIG: named }, 'staging'],
    [[], {}, 'home'],
  ] as const) {
    const { status, error } = await plumbline(args, environment)
    assert.equal(status, 0, error)
    assert.match(error, new RegExp(`^Signing in to the cluster …\nScanning cluster ${context} …\n`))
  }
})

test('a cluster is scanned through the proxy of the environment, or the one that its kubeconfig names', async () => {
  const proxy = await startTestProxy({ credentials: 'me:word' })
  const url = proxy.url.replace('://', '://me:word@')
  const { port } = new URL(cluster.url)
  const at = (host: string, more: Readonly<Record<string, string>>) =>
    file(
      host,
      cluster.kubeconfig({
        cluster: { server: `https://${host}:${port}`, 'tls-server-name': 'localhost', ...more },
      }),
    )
  try {
    const ended = await Promise.all([
      plumbline(['--kubeconfig', at('one.example', {})], { HTTPS_PROXY: url }),
      plumbline(['--kubeconfig', at('two.example', { 'proxy-url': url })], {
        HTTPS_PROXY: 'http://127.0.0.1:1',
        NO_PROXY: '*',
      }),
    ])
    for (const { status, error } of ended) assert.equal(status, 0, error)
    for (const host of ['one', 'two'])
      assert.ok(proxy.seen.includes(`CONNECT ${host}.example:${port}`), String(proxy.seen))
  } finally {
    await proxy.close()
  }
})

test('what cannot be used is said in a sentence, and nothing is sent', async () => {
  const asked = cluster.calls.length
  const nowhere = { HOME: folder, KUBECONFIG: '' }
  const runs = cluster.kubeconfig({ user: { exec: { command: 'touch', args: ['/tmp/x'] } } })
  for (const [args, status, says] of [
    [['--kubeconfig', file('runs', runs)], 1, /user\.exec, which would run a command/],
    [['--kubeconfig', file('list', '[]')], 1, /must be a YAML mapping/],
    [['--kubeconfig', join(folder, 'none')], 1, /none cannot be read: ENOENT/],
    [['--in-cluster'], 1, /^--in-cluster works only in a pod of the cluster/],
    [
      ['--in-cluster', '--kubeconfig', 'x'],
      2,
      /Use either --in-cluster or --kubeconfig, not both\./,
    ],
    [['--account', '1'], 2, /^There is no option --account\. Options: .*--kubeconfig/],
    [['--output', 'xml'], 2, /^--output must be one of/],
    [
      [
        '--kubeconfig',
        file('socks', cluster.kubeconfig({ cluster: { 'proxy-url': 'socks5://p' } })),
      ],
      1,
      /cluster\.proxy-url, which must be the URL of an HTTP proxy/,
    ],
    [['more'], 2, /^Usage: plumbline scan aws [^]*\n {7}plumbline scan kubernetes/],
  ] as const) {
    const ended = await refusal(['scan', 'kubernetes', ...args], {
      ...nowhere,
      KUBERNETES_SERVICE_HOST: '',
    })
    assert.equal(ended.status, status, ended.error)
    assert.match(ended.error, says)
  }
  const { error } = await refusal(['scan', 'kubernetes'], { ...nowhere, KUBECONFIG: 'a:b' })
  assert.match(error, /KUBECONFIG lists several files\. Choose one with --kubeconfig FILE\.\n$/)
  assert.equal(cluster.calls.length, asked)
})

test('credentials that the cluster does not take end the scan with a sentence', async () => {
  const old = file('old', cluster.kubeconfig({ user: { token: 'old' } }))
  const { status, error } = await plumbline(['--kubeconfig', old])
  assert.equal(status, 1)
  assert.match(error, /\nThe API server does not accept the credentials\.\n$/)
})

test('its findings are written in every format, and the configuration of clusters is read', async () => {
  const named = file('formats', cluster.kubeconfig())
  const config = file('scan.yaml', 'kubernetes: {retries: 1, fast: true}\naws: {retries: 1}\n')
  for (const output of ['table', 'json', 'ocsf', 'sarif']) {
    const args = ['--kubeconfig', named, '--output', output, '--config', config]
    const { status, out, error } = await plumbline([...args, '--fail-on', 'never'])
    assert.equal(status, 0, error)
    assert.match(error, /^Ignored unknown keys: kubernetes\.fast\.$/m)
    assert.match(error, /^assessed \d+ of \d+ /m)
    if (output === 'ocsf' || output === 'sarif') JSON.parse(out)
  }
  const wrong = file('wrong.yaml', 'kubernetes: {retries: lots}\n')
  const { status, error } = await plumbline(['--kubeconfig', named, '--config', wrong])
  assert.equal(status, 1)
  assert.match(error, /wrong\.yaml: kubernetes\.retries: It must be a whole number from 0 to 20\./)
})

test('--policy signs nobody in', async () => {
  const asked = cluster.calls.length
  const { status, error } = await plumbline(['--policy'])
  assert.equal(status, 0, error)
  assert.match(error, /^Bind each role to the service account, user or group of the scanner/)
  assert.equal(cluster.calls.length, asked)
})

test('files that a kubeconfig names are read from beside it, those of the chosen context only', () => {
  const { cert, key } = cluster.clientOf('ann')
  for (const [name, text] of Object.entries({ 'ca.crt': cluster.authority.ca, cert, key }))
    file(name, text)
  file('token', 'from-a-file\n')
  const path = file(
    'files',
    JSON.stringify({
      'current-context': 'a',
      contexts: [
        { name: 'a', context: { cluster: 'c', user: 'u' } },
        { name: 'b', context: { cluster: 'd', user: 'v' } },
      ],
      clusters: [
        { name: 'c', cluster: { 'certificate-authority': 'ca.crt' } },
        { name: 'd', cluster: { 'certificate-authority': 'none' } },
      ],
      users: [
        { name: 'u', user: { 'client-certificate': 'cert', 'client-key': join(folder, 'key') } },
        { name: 'v', user: { tokenFile: './token', token: 'older' } },
      ],
    }),
  )
  const read = (context?: string) =>
    JSON.parse(kubeconfigIn({ KUBECONFIG: path }, undefined, context))
  const { clusters, users } = read()
  assert.deepEqual(clusters[0].cluster, {
    'certificate-authority-data': base64(cluster.authority.ca),
  })
  assert.deepEqual(users[0].user, {
    'client-certificate-data': base64(cert),
    'client-key-data': base64(key),
  })
  assert.deepEqual(users[1].user, { tokenFile: './token', token: 'older' })
  assert.throws(() => read('b'), CommandFailed)
  file('none', 'x')
  assert.deepEqual(read('b').users[1].user, { token: 'from-a-file' })
})

test('a device without an end is not read for ever, as kubeconfig or as a file that one names', () => {
  const endless = { message: '/dev/zero is too large for a kubeconfig (limit 1000000 bytes).' }
  assert.throws(() => kubeconfigIn({}, '/dev/zero', undefined), endless)
  const users = [{ name: 'u', user: { tokenFile: '/dev/zero' } }]
  const contexts = [{ name: 'a', context: { cluster: 'c', user: 'u' } }]
  const path = file('endless', JSON.stringify({ 'current-context': 'a', contexts, users }))
  assert.throws(() => kubeconfigIn({}, path, undefined), endless)
})

test('in a pod, the service account signs in', () => {
  file('ca.crt', cluster.authority.ca)
  file('token', 'of-the-pod\n')
  const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' }
  const config = JSON.parse(inClusterKubeconfig(environment, undefined, folder))
  assert.equal(config['current-context'], 'in-cluster')
  assert.equal(config.clusters[0].cluster.server, 'https://[fd00::1]:6443')
  assert.deepEqual(config.users[0].user, { token: 'of-the-pod' })
  assert.equal(
    JSON.parse(inClusterKubeconfig(environment, 'prod', folder))['current-context'],
    'prod',
  )
  assert.throws(() => inClusterKubeconfig({}, undefined, folder), CommandFailed)
})
