import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'

const launcher = join(import.meta.dirname, 'launch.cjs')

/** A program to launch; it reports that it runs, and ends slowly. */
function program(context: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-launch-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'program.ts')
  writeFileSync(path, text)
  return path
}

const waits = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7) })
  setTimeout(() => {}, 60_000)
  console.log('running')`

test('a program runs on Node 24 with its arguments, and its status comes back', (context) => {
  const path = program(
    context,
    `const version: string = process.versions.node
    console.log(version.split('.')[0], process.argv.slice(2).join(' '))
    process.exitCode = 3`,
  )
  const { status, stdout } = spawnSync(process.execPath, [launcher, path, 'a', '--b'])
  assert.equal(status, 3)
  const [major, ...rest] = stdout.toString().trim().split(' ')
  assert.ok(Number(major) >= 24)
  assert.deepEqual(rest, ['a', '--b'])
})

test('buffers go back to the system where nobody says otherwise', (context) => {
  const path = program(context, 'console.log(process.env.MALLOC_ARENA_MAX)')
  const { MALLOC_ARENA_MAX: _, ...rest } = process.env
  const arenas = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [launcher, path], { env }).stdout.toString().trim()
  assert.equal(arenas(rest), '2')
  assert.equal(arenas({ ...rest, MALLOC_ARENA_MAX: '7' }), '7')
})

test('a signal reaches the program, and the status is the program’s own', async (context) => {
  const child = spawn(process.execPath, [launcher, program(context, waits)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout.on('data', (part: Buffer) => {
    said.push(part.toString())
    if (said.length === 1) child.kill('SIGTERM')
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(status, 7)
  assert.match(said.join(''), /asked to stop/)
})

test('when npm and its shell are killed, the program gets a signal to stop', async (context) => {
  const path = program(context, waits)
  // A shell that does not become the launcher, as npm's does not.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${launcher}" "${path}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  shell.stdout.on('data', (part: Buffer) => {
    said.push(part.toString())
    if (said.length === 1) shell.kill('SIGKILL')
  })
  // The pipe closes once the last of them has exited.
  await new Promise((resolve) => shell.stdout.on('close', resolve))
  assert.match(said.join(''), /asked to stop/)
})

/** A repository of three packages, one for developers only, with the launcher and a program that lists them. */
function repository(context: TestContext): { folder: string; launch: (path: string) => Launched } {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-install-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const name of ['launch.cjs', 'heap.cjs', 'install.cjs']) {
    mkdirSync(join(folder, 'scripts'), { recursive: true })
    copyFileSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
  }
  for (const name of ['needed', 'native', 'tool']) {
    const manifest = JSON.stringify({ name, version: '1.0.0' })
    write(`packed/${name}/package/package.json`, manifest)
    const from = join(folder, 'packed', name)
    execFileSync('tar', ['-czf', join(folder, `${name}.tgz`), '-C', from, 'package'])
  }
  const file = (name: string): Record<string, string> => ({ [name]: `file:${name}.tgz` })
  const dependencies = { ...file('needed'), ...file('native') }
  const manifest = { type: 'module', dependencies, devDependencies: file('tool') }
  write('package.json', JSON.stringify(manifest))
  const lists = `console.log('has', readdirSync('node_modules').filter((name) => !name.startsWith('.')).join(' '))`
  for (const path of ['cli/main.ts', 'scripts/test.ts']) {
    write(path, `import { readdirSync } from 'node:fs'\n${lists}`)
  }
  const options = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, 'cache') } }
  const npm = ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', npm, { ...options, stdio: 'ignore' })
  return {
    folder,
    launch: (path) => {
      const ran = spawnSync(process.execPath, ['scripts/launch.cjs', path], options)
      return { out: ran.stdout.toString().trim(), err: ran.stderr.toString() }
    },
  }
}
interface Launched {
  readonly out: string
  readonly err: string
}

test('running the product installs what it needs; developers’ tools come with their first command', (context) => {
  const { launch } = repository(context)
  const first = launch('cli/main.ts')
  assert.equal(first.out, 'has native needed')
  assert.match(first.err, /^Installing 2 packages that running Plumbline needs/)
  assert.match(first.err, /2 of 2 packages, \d+ s\n$/)
  assert.deepEqual(launch('cli/main.ts'), { out: 'has native needed', err: '' })
  const second = launch('scripts/test.ts')
  assert.equal(second.out, 'has native needed tool')
  assert.match(second.err, /^Installing 3 packages to run, test and check Plumbline/)
  assert.deepEqual(launch('cli/main.ts'), { out: 'has native needed tool', err: '' })
})

test('when the lock file is newer, its packages are installed anew, and tools that were there stay', (context) => {
  const { folder, launch } = repository(context)
  launch('scripts/test.ts')
  const later = new Date(Date.now() + 1_000)
  utimesSync(join(folder, 'package-lock.json'), later, later)
  const again = launch('cli/main.ts')
  assert.equal(again.out, 'has native needed tool')
  assert.match(again.err, /^Installing 3 packages/)
})

test('a failed installation says why, and starts nothing', (context) => {
  const { folder, launch } = repository(context)
  rmSync(join(folder, 'needed.tgz'))
  rmSync(join(folder, 'cache'), { recursive: true })
  const { out, err } = launch('cli/main.ts')
  assert.equal(out, '')
  assert.match(err, /needed\.tgz/)
  assert.match(err, /The installation failed: npm said why above\.\n$/)
})
